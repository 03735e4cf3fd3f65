import { newIdempotencyKey, type ReadOptions, type WriteOptions } from './call.ts'
import { TransactionsCalls } from './generated/operations.ts'
import type {
  BulkResult,
  ListTransactionsQuery,
  RecordTransactionsBody,
  Transaction,
} from './generated/types.ts'
import { pause } from './send.ts'

/** The most that the service records in one request. */
const BULK_MOST = 500
/** The largest page. */
const PAGE_MOST = 200

/** A transaction to record among many. */
export type NewTransaction = RecordTransactionsBody['transactions'][number]

/** The filters of a list that is read to its end; `limit` is the size of a page. */
export type IterateQuery = Omit<ListTransactionsQuery, 'page' | 'updated_since' | 'cursor'>

/** Where to begin: at a moment, or after the last page that was dealt with. */
export type ChangesFrom = (
  | { readonly since: Date | string; readonly cursor?: undefined }
  | { readonly cursor: string; readonly since?: undefined }
) & {
  /** Changes in a page; 1 to 200. */
  readonly limit?: number | undefined
  /** Keeps asking, so many seconds after the last change; without it the feed ends there. */
  readonly every?: number | undefined
}

export type ChangePage = {
  /** In the order in which they were made; deleted transactions have `deleted_at`. */
  readonly changes: readonly Transaction[]
  /** Continues after these changes, in this process or in another. Store it together with them. */
  readonly cursor: string
}

/** A later request of a `recordMany` failed; `cause` says why. Repeat the call with this key and the same list to finish it. */
export class PartlyRecordedError extends Error {
  /** The results of the transactions before the one at fault. */
  readonly recorded: BulkResult
  readonly idempotencyKey: string

  constructor(recorded: BulkResult, idempotencyKey: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`After ${recorded.results.length} transactions: ${reason}`, { cause })
    this.name = 'PartlyRecordedError'
    this.recorded = recorded
    this.idempotencyKey = idempotencyKey
  }
}

export class Transactions extends TransactionsCalls {
  /**
   * Reads a list to its end, newest first, each transaction once. Transactions that are recorded meanwhile may be missing:
   * for a copy without gaps, follow `changes`.
   */
  async *iterate(
    query: IterateQuery = {},
    options: ReadOptions = {},
  ): AsyncGenerator<Transaction, void, undefined> {
    const limit = query.limit ?? PAGE_MOST
    const seen = new Set<string>()
    let page = 1
    let total = 0
    for (;;) {
      const answer = await this.list({ ...query, limit, page }, options)
      for (const transaction of answer.data) {
        // Rows that were recorded meanwhile have moved earlier ones to this page.
        if (seen.has(transaction.id)) continue
        seen.add(transaction.id)
        yield transaction
      }
      // Rows that were deleted meanwhile have moved later ones to pages that were read already.
      const gone = Math.max(0, total - answer.total)
      total = answer.total
      if (gone > 0) page = Math.max(1, page - Math.ceil(gone / limit))
      else if (answer.has_more) page += 1
      else return
    }
  }

  /**
   * Follows what changes: every transaction that was recorded, changed or deleted, nothing twice and nothing missed. Begin
   * with `since`, then continue with the `cursor` of the last page. The first page may be empty.
   */
  async *changes(
    from: ChangesFrom,
    options: ReadOptions = {},
  ): AsyncGenerator<ChangePage, void, undefined> {
    const { since, limit = PAGE_MOST, every } = from
    let { cursor } = from
    for (let isFirst = true; ; isFirst = false) {
      const begin = since instanceof Date ? since.toISOString() : since
      const at = cursor === undefined ? { updated_since: begin } : { cursor }
      const answer = await this.list({ ...at, limit }, options)
      cursor = answer.next_cursor ?? cursor
      if (cursor === undefined) throw new Error('The server does not serve changes.')
      if (isFirst || answer.data.length > 0) yield { changes: answer.data, cursor }
      if (answer.has_more) continue
      if (every === undefined) return
      await pause(every * 1000, options.signal)
      options.signal?.throwIfAborted()
    }
  }

  /**
   * Records any number of transactions, 500 in a request, and returns a result for each, by its place in the list.
   * `invalid` ones are reported and do not prevent the others; with an `external_id`, one that exists is a `duplicate`.
   * Each request has a key derived from that of the call. If one fails after others succeeded, the call rejects with a
   * `PartlyRecordedError`.
   */
  override async recordMany(
    { transactions, ...rest }: RecordTransactionsBody,
    options: WriteOptions = {},
  ): Promise<BulkResult> {
    const all: BulkResult = { created: 0, duplicates: 0, invalid: 0, results: [] }
    if (transactions.length === 0) return all
    if (transactions.length <= BULK_MOST)
      return super.recordMany({ transactions, ...rest }, options)
    const key = options.idempotencyKey ?? newIdempotencyKey()
    for (let start = 0; start < transactions.length; start += BULK_MOST) {
      const piece = transactions.slice(start, start + BULK_MOST)
      const own = { ...options, idempotencyKey: derivedKey(key, start / BULK_MOST) }
      try {
        const answer = await super.recordMany({ transactions: piece, ...rest }, own)
        all.created += answer.created
        all.duplicates += answer.duplicates
        all.invalid += answer.invalid
        for (const result of answer.results)
          all.results.push({ ...result, index: start + result.index })
      } catch (cause) {
        if (start === 0) throw cause
        throw new PartlyRecordedError(all, key, cause)
      }
    }
    return all
  }
}

/** The key of one request of several: the same for the same part of the same list. */
function derivedKey(key: string, index: number): string {
  const suffix = `.${index + 1}`
  if (key.length + suffix.length <= 128) return key + suffix
  throw new TypeError(
    '`idempotencyKey` has room for 120 characters where a call takes several requests.',
  )
}
