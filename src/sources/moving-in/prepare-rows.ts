import type { LeftReason } from '#/core/values/moves.ts'
import { createHash } from 'node:crypto'
import { addDays, type Day } from '#/core/values/day.ts'
import type { Cents } from '#/core/values/cents.ts'
import { faultOf } from '#/budget/transactions/parts.ts'
import type { Moved, MovedPart, MovedRow } from '#/sources/moving-in/applications/moved.ts'
import { plainText } from './plain-text.ts'

/** A payment as it is stored. */
export type PreparedRow = {
  readonly account: string
  /** Its name in the application: the same in every export. */
  readonly name: string
  readonly day: Day
  readonly amount: Cents
  readonly concept: string
  readonly original: string | null
  readonly category: string | null
  readonly notes: string | null
  readonly isTagged: boolean
  readonly isPending: boolean
  readonly pair: string | undefined
  readonly parts: readonly MovedPart[] | null
}

const CONCEPT_MAX = 200
const NOTES_MAX = 2000
const NOTE_MAX = 200
const PARTS_MAX = 20
/** Days for which a payment that is not cleared counts as pending; many people never clear. */
const PENDING_DAYS = 30

type Preparing = {
  readonly today: Day
  readonly note: (reason: LeftReason, name: string | null) => void
}

/**
 * Turns the payments of a reader into those that are stored. A split whose parts cannot be stored together, because one is
 * a transfer or has the other sign, becomes separate payments. Payments of zero are left out.
 */
export function createPreparing({ today, note }: Preparing) {
  const name = createRowNames()
  const since = addDays(today, -PENDING_DAYS)
  const toRow = (row: MovedRow, rowName: string): PreparedRow => {
    const { account, day, amount, original, category, tags, pair, parts = null } = row
    const named = row.payee || original || row.notes?.split('\n', 1)[0] || ''
    const concept = plainText(named, CONCEPT_MAX).trim() || '—'
    const words = [row.notes ?? '', tags.map((tag) => `#${tag}`).join(', ')]
    const notes = words.filter((part) => part !== '').join(' ')
    if (length(notes) > NOTES_MAX) note('notes_shortened', concept.slice(0, 60))
    return {
      account,
      name: rowName,
      day,
      amount,
      concept,
      original: original === null || original === concept ? null : plainText(original, 500),
      category: parts === null && pair === undefined ? category : null,
      notes: notes === '' ? null : plainText(notes, NOTES_MAX),
      isTagged: tags.length > 0,
      // Money that comes counts when it is there, so that the balance stays the application's.
      isPending: row.isPending && amount < 0 && day >= since && pair === undefined,
      pair,
      parts,
    }
  }
  return (row: MovedRow): PreparedRow[] => {
    const rowName = name(row)
    const parts = joinSmall(row.parts?.filter(({ amount }) => amount !== 0) ?? [])
    const [only] = parts
    if (row.amount === 0 && parts.length === 0) {
      note('zero_amount', row.payee || null)
      return []
    }
    if (parts.length === 0) return [toRow({ ...row, parts: undefined }, rowName)]
    if (parts.length === 1) {
      const notes = [row.notes ?? '', only!.note ?? ''].filter((part) => part !== '').join(' ')
      const whole = { ...row, category: only!.category, pair: only!.pair, notes: notes || null }
      return [toRow({ ...whole, amount: only!.amount, parts: undefined }, rowName)]
    }
    const isWhole =
      parts.every(({ pair }) => pair === undefined) && faultOf(parts, row.amount) === null
    if (isWhole && parts.length <= PARTS_MAX) return [toRow({ ...row, parts }, rowName)]
    note('split_apart', row.payee || null)
    return parts.map(({ amount, category, note: words, pair }, index) => {
      const notes = [row.notes ?? '', words ?? ''].filter((part) => part !== '').join(' ')
      const part = { ...row, amount, category, pair, notes: notes || null, parts: undefined }
      return toRow(part, `${rowName}/${index + 1}`)
    })
  }
}

function joinSmall(parts: readonly MovedPart[]): MovedPart[] {
  return parts.map((part) => ({
    ...part,
    note: part.note === null ? null : plainText(part.note, NOTE_MAX),
  }))
}

function length(text: string): number {
  return Array.from(text).length
}

/** Ids that are stored as they are. */
const PLAIN_ID = /^[ -~]{1,200}$/

/** Names payments: by their id, or else by their content and the number of equal ones before. */
function createRowNames(): (row: MovedRow) => string {
  const counts = new Map<number, number>()
  return ({ id, account, day, amount, payee, original }) => {
    if (id !== null) return PLAIN_ID.test(id) ? id : digestOf([id]).toString('base64url')
    const digest = digestOf([account, day, amount, payee, original])
    // 48 bits in place of the text: half a million payments fit in a few megabytes.
    const key = digest.readUIntBE(0, 6)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return `${digest.toString('base64url').slice(0, 22)}:${count}`
  }
}

function digestOf(content: readonly unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(content)).digest()
}

/** Splits what a reader yields into payments as they are stored and everything else. */
export function isRow(moved: Moved): moved is MovedRow {
  return moved.kind === 'row'
}
