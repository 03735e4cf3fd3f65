import { createHash } from 'node:crypto'
import type { Layout } from '#/sources/statements/csv/layout.ts'
import { ownAccountColumn } from '#/sources/statements/csv/own-export.ts'
import type { Format, StatementRow } from '#/sources/statements/statement.ts'

/**
 * The names that recognize a row in later files. `exact` adds the amount and the day to `plain`; it is used when a bank
 * gives two transactions the same reference.
 */
export type Identified = {
  readonly row: StatementRow
  /** Position among the rows of its account in the file, from 1. */
  readonly position: number
  readonly plain: string
  readonly exact: string
}

/** The prefix of rows that Earmark exported, in each format and language. Their references are ids of transactions. */
export const OWN_KIND = 'earmark:'

/**
 * Returns the prefix of the names of a file's rows. Files of one kind name a transaction alike, so their equal rows are
 * the same transaction; between kinds only amount and day can be compared. Another CSV header is another kind.
 */
export function kindOf(format: Format, layout: Layout | null): string {
  if (!layout) return `${families.get(format) ?? format}:`
  const { header, columns, isInverted } = layout
  if (ownAccountColumn(header) !== null && typeof columns.reference === 'number') return OWN_KIND
  // Columns that do not change what a row means are left out, and so are those that a layout may leave open: a mapping that
  // was stored without them names its rows as before.
  const { balance: _, status: _s, category: _c, mcc: _m, ...named } = columns
  const meaning = Object.fromEntries(
    Object.entries(named).filter(([name, at]) => !optional.has(name) || typeof at === 'number'),
  )
  // Sort the keys, because PostgreSQL returns those of a stored mapping in another order.
  const ordered = Object.entries(meaning).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${format}:${digest([header, ordered, isInverted]).slice(0, 10)}:`
}

/** Reports and statements of CAMT give a booking the same reference; the notices of CAMT.054 need not. */
const families: ReadonlyMap<Format, string> = new Map([
  ['camt.052', 'camt'],
  ['camt.053', 'camt'],
])

const optional: ReadonlySet<string> = new Set(['payer', 'fee', 'reference'])

/**
 * Names rows in the order of their file. A row without a reference is named by its day, amount, words and the number of
 * equal rows above it: two equal coffees stay two, and are the same two in the next file.
 */
export function createIdentifier(kind: string): (row: StatementRow) => Identified {
  const count = createCounter()
  let position = 0
  return (row) => {
    position += 1
    const { bookedOn, amount, reference, description, merchant, memo } = row
    if (reference !== null) {
      const plain = `${kind}${reference}`
      return { row, position, plain, exact: `${plain}#${digest([bookedOn, amount]).slice(0, 16)}` }
    }
    const content = [bookedOn, amount, description, merchant, memo]
    const name = `${kind}row:${digest([...content, count(digest(content))])}`
    return { row, position, plain: name, exact: name }
  }
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

/**
 * Counts names in ten bytes each; a map of half a million texts would take fifty times that. Names that share a 48-bit
 * digest are counted together, which is harmless because it happens in the same way every time.
 */
function createCounter(): (name: string) => number {
  let keys = new Float64Array(1024)
  let counts = new Uint16Array(1024)
  let used = 0
  const slotOf = (key: number, among: Float64Array) => {
    let at = key % among.length
    while (among[at] !== 0 && among[at] !== key) at = (at + 1) % among.length
    return at
  }
  const grow = () => {
    const [oldKeys, oldCounts] = [keys, counts]
    keys = new Float64Array(oldKeys.length * 2)
    counts = new Uint16Array(oldKeys.length * 2)
    for (const [index, key] of oldKeys.entries()) {
      if (key === 0) continue
      const at = slotOf(key, keys)
      keys[at] = key
      counts[at] = oldCounts[index]!
    }
  }
  return (name) => {
    const key = Buffer.from(name, 'base64url').readUIntBE(0, 6) + 1
    const at = slotOf(key, keys)
    const seen = keys[at] === key ? counts[at]! : 0
    if (keys[at] === 0) used += 1
    keys[at] = key
    counts[at] = Math.min(seen + 1, 0xffff)
    if (used > keys.length / 2) grow()
    return seen
  }
}
