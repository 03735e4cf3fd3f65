import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { accountKey, type AccountRef, type ProviderTransaction, type Rows } from './provider.ts'

/** Rows that are packed together: a millisecond or two of work. */
const PIECE = 500
/** Bits by which ids are remembered: of a million ids, a twentieth is taken for told twice, and that costs only memory. */
const BITS = 2 ** 24

/** Rows by their ids, each as it was told last. */
export type PackedRows = {
  readonly add: (row: ProviderTransaction) => void
  /** What has been told under this id is no more. */
  readonly forget: (externalId: string) => void
  /** The rows that are left, as often as they are asked for. */
  readonly rows: Rows
}

/**
 * Keeps very many rows in little memory, about a fifteenth of what they take as objects: packed some hundred at a time,
 * and unpacked while somebody goes through them. Which of them were told otherwise later is kept apart.
 */
export function createPackedRows(): PackedRows {
  const pieces: Buffer[] = []
  const accounts = createNumbering()
  /** Under these ids only rows from this place on count. */
  const since = new Map<string, number>()
  const isTold = createMemory()
  let open: ProviderTransaction[] = []
  let place = 0
  return {
    add(row) {
      if (isTold(row.externalId)) since.set(row.externalId, place)
      open.push(row)
      place += 1
      if (open.length < PIECE) return
      pieces.push(pack(open, accounts))
      open = []
    },
    forget(externalId) {
      if (isTold(externalId)) since.set(externalId, place)
    },
    rows: {
      *[Symbol.iterator]() {
        let at = 0
        for (let index = 0; index <= pieces.length; index += 1) {
          const piece = pieces[index]
          for (const row of piece ? unpack(piece, accounts) : open) {
            if (at >= (since.get(row.externalId) ?? 0)) yield row
            at += 1
          }
        }
      },
    },
  }
}

type Packed = Omit<ProviderTransaction, 'account' | 'occurredAt'> & {
  readonly account: number
  readonly occurredAt: string | null
}

function pack(rows: readonly ProviderTransaction[], accounts: Numbering): Buffer {
  const packed = rows.map((row): Packed => {
    const occurredAt = row.occurredAt?.toString() ?? null
    return { ...row, account: accounts.numberOf(row.account), occurredAt }
  })
  return deflateRawSync(JSON.stringify(packed), { level: 1 })
}

function unpack(piece: Buffer, accounts: Numbering): ProviderTransaction[] {
  const packed = JSON.parse(inflateRawSync(piece).toString('utf8')) as Packed[]
  return packed.map(({ account, occurredAt, ...row }) => ({
    ...row,
    account: accounts.refOf(account),
    occurredAt: occurredAt === null ? null : Temporal.Instant.from(occurredAt),
  }))
}

type Numbering = {
  readonly numberOf: (ref: AccountRef) => number
  readonly refOf: (number: number) => AccountRef
}

/** The rows of an account share its reference, packed or not. */
function createNumbering(): Numbering {
  const refs: AccountRef[] = []
  const numbers = new Map<string, number>()
  return {
    numberOf(ref) {
      const key = accountKey(ref)
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, refs.length)
      return refs.push(ref) - 1
    },
    refOf: (number) => refs[number]!,
  }
}

/** Whether an id may have been asked for before: never no where it was, rarely yes where it was not. */
function createMemory(): (id: string) => boolean {
  const bits = new Uint8Array(BITS / 8)
  return (id) => {
    // FNV-1a.
    let hash = 0x811c9dc5
    for (let index = 0; index < id.length; index += 1) {
      hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
    }
    const bit = (hash ^ (hash >>> 24)) & (BITS - 1)
    const known = (bits[bit >>> 3]! & (1 << (bit & 7))) !== 0
    bits[bit >>> 3]! |= 1 << (bit & 7)
    return known
  }
}
