import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { accountKey, type AccountRef, type ProviderTransaction, type Rows } from './provider.ts'

/** Rows that are packed together: a millisecond or two of work. */
const CHUNK_ROWS = 500
/** Bits of the set of seen ids: among a million ids about 5 % are false positives, which only cost memory. */
const BITS = 2 ** 24

/** Rows by id, each in its latest version. */
export type PackedRows = {
  readonly add: (row: ProviderTransaction) => void
  /** Drops the row that was added under this id. */
  readonly forget: (externalId: string) => void
  /** The remaining rows. Can be iterated repeatedly. */
  readonly rows: Rows
}

/**
 * Keeps many rows in about a fifteenth of the memory that they take as objects: they are packed in chunks, and unpacked
 * while somebody iterates. Repeated ids are kept in a map, so outdated versions are skipped.
 */
export function createPackedRows(): PackedRows {
  const chunks: Buffer[] = []
  const accounts = createNumbering()
  /** Ids added more than once, and the index of their first valid row: earlier rows are outdated. */
  const validFrom = new Map<string, number>()
  const maybeSeen = createSeenIds()
  let open: ProviderTransaction[] = []
  let count = 0
  return {
    add(row) {
      if (maybeSeen(row.externalId)) validFrom.set(row.externalId, count)
      open.push(row)
      count += 1
      if (open.length < CHUNK_ROWS) return
      chunks.push(pack(open, accounts))
      open = []
    },
    forget(externalId) {
      if (maybeSeen(externalId)) validFrom.set(externalId, count)
    },
    rows: {
      *[Symbol.iterator]() {
        let at = 0
        for (let index = 0; index <= chunks.length; index += 1) {
          const chunk = chunks[index]
          for (const row of chunk ? unpack(chunk, accounts) : open) {
            if (at >= (validFrom.get(row.externalId) ?? 0)) yield row
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

function unpack(chunk: Buffer, accounts: Numbering): ProviderTransaction[] {
  const packed = JSON.parse(inflateRawSync(chunk).toString('utf8')) as Packed[]
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

/** Numbers accounts, so that rows share one reference before and after packing. */
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

/** Creates a test that adds an id and returns whether it was probably added before: no false negatives, few false positives. */
function createSeenIds(): (id: string) => boolean {
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
