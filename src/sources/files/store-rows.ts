import type { Day } from '#/core/values/day.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { insertRows } from '#/sources/intake/import-rows.ts'
import { merchantOfRow } from '#/sources/intake/read-row.ts'
import { copyMirrors, storeMirrors } from '#/sources/intake/store-mirrors.ts'
import type { Identified } from '#/sources/files/matching/identify.ts'
import { type RowMatches, matchRows, type Target } from '#/sources/files/matching/match-rows.ts'
import { settlePending } from './settle-pending.ts'

export type Counts = {
  readonly added: number
  readonly duplicates: number
  readonly settled: number
}

/**
 * Stores a batch of rows in the caller's transaction. New rows become transactions without events and without moving
 * money, because they are history, except on a covered card after `historyThrough`. Known transactions stay as they are and get the row's name; pending ones are booked if
 * the row is booked.
 */
export async function storeRows(
  writer: WriteContext,
  target: Target & { readonly importId: string; readonly historyThrough: Day | null },
  rows: readonly Identified[],
): Promise<Counts> {
  const { entry, importId } = target
  const matches = await matchRows(writer, target, rows)
  const { fresh, matched, settled } = matches
  const { historyThrough: through } = target
  const isHistory = ({ bookedOn }: ProviderTransaction) => through === null || bookedOn <= through
  const unit = { entry, provider: 'import', importId } as const
  await insertRows(writer, { ...unit, isHistory: true }, fresh.filter(isHistory))
  const lately = fresh.filter((row) => !isHistory(row))
  await insertRows(writer, { ...unit, isHistory: false }, lately)
  const booked = [...matched].filter(([row, { status, isConfirmed }]) => {
    return status === 'pending' && row.status === 'booked' && !isConfirmed
  })
  await storeSeparateNames(writer, target, matches)
  await attach(writer, target, [
    ...[...matched].map(([row, { transactionId }]) => ({ row, transactionId })),
    ...settled.map(({ row, mirror }) => ({ row, transactionId: mirror.transactionId })),
  ])
  await settlePending(writer, importId, [
    ...settled.map(({ row, mirror }) => ({ row, transactionId: mirror.transactionId, mirror })),
    ...booked.map(([row, { transactionId }]) => ({ row, transactionId, mirror: null })),
  ])
  const changed = settled.length + booked.length
  return {
    added: fresh.length,
    duplicates: matches.duplicates.filter(({ isSeparate }) => !isSeparate).length,
    settled: changed,
  }
}

/** Gives separate payments their second name, so that the same file with the same marks adds nothing. */
async function storeSeparateNames(
  writer: WriteContext,
  { entry, importId }: Target & { readonly importId: string },
  { renamed }: RowMatches,
): Promise<void> {
  const copies = renamed.map(({ row, plain }) => ({ id: plain, copy: row.externalId }))
  await copyMirrors(writer, entry, { copies, importId })
}

type Named = { readonly row: ProviderTransaction; readonly transactionId: string }

/** Stores the row's name for a known transaction, so that the same file finds it by name. */
async function attach(
  writer: WriteContext,
  { entry, importId }: Target & { readonly importId: string },
  named: readonly Named[],
): Promise<void> {
  const rows = named.map(({ row, transactionId }) => {
    return { row, merchant: merchantOfRow(row), transactionId }
  })
  await storeMirrors(writer, entry, { rows, importId, replace: true })
}
