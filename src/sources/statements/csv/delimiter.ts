import { StatementFault } from '#/sources/statements/fault.ts'
import { findColumns } from './columns.ts'
import { type Delimiter, delimiters, HEADER_MAX } from './layout.ts'
import { createCsvRecords } from './records.ts'

/** Detects the delimiter: it prefers those that produce a header, then the one that gives the most cells. */
export function createDelimiterDetector() {
  const candidates = delimiters.map((delimiter) => {
    const count = { delimiter, cells: 0, isHeaded: false, fault: null as unknown }
    let seen = 0
    const records = createCsvRecords(delimiter, ({ cells }) => {
      count.cells += cells.length - 1
      seen += 1
      if (!count.isHeaded && seen <= HEADER_MAX && cells.length > 1) {
        count.isHeaded = findColumns(cells) !== null
      }
    })
    const attempt = (work: () => void) => {
      if (count.fault !== null) return
      try {
        work()
      } catch (error) {
        count.fault = error
      }
    }
    return {
      count,
      push: (text: string) => attempt(() => records.push(text)),
      end: () => attempt(() => records.end()),
    }
  })
  return {
    push: (text: string) => candidates.forEach(({ push }) => push(text)),
    end: (): Delimiter => {
      candidates.forEach(({ end }) => end())
      const counts = candidates.map(({ count }) => count)
      const whole = counts.filter(({ fault }) => fault === null)
      const [best] = whole.toSorted(
        (a, b) => Number(b.isHeaded) - Number(a.isHeaded) || b.cells - a.cells,
      )
      // A header proves its delimiter, so the fault of a later row is reported instead of trying another delimiter.
      const headed = counts.filter(({ isHeaded }) => isHeaded)
      const [torn] = headed.toSorted((a, b) => b.cells - a.cells)
      if (torn && !best?.isHeaded) throw torn.fault
      if (!best) throw counts[0]!.fault
      if (best.cells === 0) throw new StatementFault(null, { name: 'no_columns' })
      return best.delimiter
    },
  }
}
