import { createHash } from 'node:crypto'
import type { Layout } from '#/sources/statements/csv-layout.ts'
import type { Format, StatementRow } from '#/sources/statements/statement.ts'

/**
 * The names by which a row is known when it is told again. `plain` comes first; `exact` is for a bank that uses its
 * reference for another transaction as well: then the amount and the day are part of the name.
 */
export type Identified = {
  readonly row: StatementRow
  /** Its place among the rows of its account in the file, from 1. */
  readonly position: number
  readonly plain: string
  readonly exact: string
}

/**
 * What the names of a file's rows begin with. Files of one kind name a transaction alike, so two equal rows of two such
 * files are one; between kinds only amount and day can be compared. Another header is another kind.
 */
export function kindOf(format: Format, layout: Layout | null): string {
  if (!layout) return `${format.slice(0, 4)}:`
  const { header, columns, isInverted } = layout
  // What is held after a row is no part of what the row is.
  const { balance: _, ...said } = columns
  // In one order: PostgreSQL gives what a person has said back in another than it was said in.
  const ordered = Object.entries(said).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `csv:${digest([header, ordered, isInverted]).slice(0, 10)}:`
}

/**
 * Names rows in the order of their file. A row without a reference is told by its day, amount and words, and by how many
 * equal ones stand above it: so two equal coffees stay two, and are the same two the next time.
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
    const said = [bookedOn, amount, description, merchant, memo]
    const name = `${kind}row:${digest([...said, count(digest(said))])}`
    return { row, position, plain: name, exact: name }
  }
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

/**
 * Counts what has been seen, in eight bytes an entry: half a million names as texts would take a hundred times that. Two
 * names that share a digest of 48 bits would be counted as one, the same way each time, so nothing comes of it.
 */
function createCounter(): (name: string) => number {
  let keys = new Float64Array(1024)
  let counts = new Uint16Array(1024)
  let used = 0
  const place = (key: number, among: Float64Array) => {
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
      const at = place(key, keys)
      keys[at] = key
      counts[at] = oldCounts[index]!
    }
  }
  return (name) => {
    const key = Buffer.from(name, 'base64url').readUIntBE(0, 6) + 1
    const at = place(key, keys)
    const seen = keys[at] === key ? counts[at]! : 0
    if (keys[at] === 0) used += 1
    keys[at] = key
    counts[at] = Math.min(seen + 1, 0xffff)
    if (used > keys.length / 2) grow()
    return seen
  }
}
