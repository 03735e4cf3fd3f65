import { countLineEnds, noLineEnds } from '#/sources/statements/count-line-ends.ts'
import { StatementFault } from '#/sources/statements/fault.ts'

/** One record of a CSV file and the line where it begins. */
export type CsvRecord = {
  readonly line: number
  readonly cells: readonly string[]
  /** The line where each cell begins. */
  readonly lines: readonly number[]
}

/** Limits a cell, in characters: a quote opened by mistake would swallow the rest of the file. */
const CELL_MAX = 100_000
const CELLS_MAX = 1000

/**
 * Splits CSV into records, piece by piece. Lines end with CRLF, LF, CR or CR CR LF. Inside quotes a doubled quote is one
 * quote, and delimiters and line ends are text. A quote in the middle of a cell is just a quote. `="007"` is the text
 * 007, which is how banks keep Excel from reading it as a number. Blank lines are skipped. A quote that closes on a later
 * line and is followed by text was opened by mistake: it would merge several records, so it throws StatementFault.
 */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export function createCsvRecords(delimiter: string, emit: (record: CsvRecord) => void) {
  let cell = ''
  let cells: string[] = []
  let lines: number[] = []
  let cellLine = 1
  let line = 1
  let recordLine = 1
  let quoteLine = 1
  let quotedEnds = noLineEnds
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  /** Pending carriage returns: one line end together with a following `\n`, otherwise one each. */
  let returns = 0

  const endCell = () => {
    cells.push(textIn(cell))
    lines.push(cellLine)
    cellLine = line
    if (cells.length > CELLS_MAX) throw new StatementFault(line, { name: 'too_many_columns' })
    cell = ''
    state = 'start'
  }
  const endRecord = () => {
    endCell()
    const record = { line: recordLine, cells, lines }
    cells = []
    lines = []
    if (record.cells.length > 1 || record.cells[0]!.trim() !== '') emit(record)
  }
  const endLines = (count: number) => {
    endRecord()
    line += count
    recordLine = line
    cellLine = line
  }
  const add = (text: string) => {
    cell += text
    if (cell.length > CELL_MAX) {
      throw state === 'quoted'
        ? new StatementFault(quoteLine, { name: 'quote_open' })
        : new StatementFault(line, { name: 'line_too_long' })
    }
  }
  const special = new RegExp(`["\\r\\n${delimiter === '|' ? '\\|' : delimiter}]`, 'g')
  const push = (text: string) => {
    let at = 0
    while (at < text.length) {
      const sign = text[at]!
      if (returns > 0) {
        if (sign === '\r') {
          returns += 1
          at += 1
          continue
        }
        endLines(sign === '\n' ? 1 : returns)
        returns = 0
        if (sign === '\n') {
          at += 1
          continue
        }
      }
      if (state === 'quoted') {
        const close = text.indexOf('"', at)
        const end = close < 0 ? text.length : close
        const taken = text.slice(at, end)
        quotedEnds = countLineEnds(quotedEnds, taken)
        line = quoteLine + quotedEnds.count
        add(taken)
        if (close >= 0) state = 'closed'
        at = end + 1
      } else if (sign === '"' && (state === 'start' || state === 'closed')) {
        // A quote after a closing quote is a doubled one.
        if (state === 'closed') {
          add('"')
          quotedEnds = { ...quotedEnds, returns: 0 }
        } else {
          quoteLine = line
          quotedEnds = noLineEnds
        }
        state = 'quoted'
        at += 1
      } else if (sign === delimiter) {
        endCell()
        at += 1
      } else if (sign === '\n') {
        endLines(1)
        at += 1
      } else if (sign === '\r') {
        returns = 1
        at += 1
      } else {
        special.lastIndex = at + 1
        const end = special.exec(text)?.index ?? text.length
        const taken = text.slice(at, end)
        // Blanks before an opening quote are not part of the cell.
        if (state === 'start' && taken.trim() === '' && text[end] === '"') at = end
        else {
          if (state === 'closed' && line > quoteLine && taken.trim() !== '') {
            throw new StatementFault(quoteLine, { name: 'quote_open' })
          }
          add(taken)
          if (state === 'start' || state === 'closed') state = 'plain'
          at = end
        }
      }
    }
  }
  return {
    push,
    end: () => {
      if (state === 'quoted') {
        throw new StatementFault(quoteLine, { name: 'quote_open' })
      }
      if (cell !== '' || cells.length > 0) endRecord()
    },
  }
}

function textIn(cell: string): string {
  const written = cell.startsWith('="') ? cell.trimEnd() : ''
  return written.length > 2 && written.endsWith('"') ? written.slice(2, -1) : cell
}
