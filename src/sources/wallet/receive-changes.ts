import { sql } from 'kysely'
import { updateBalances } from '#/budget/accounts/update-balances.ts'
import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import { announceStoredIncome } from '#/budget/funding/announce-income.ts'
import { plainLine } from '#/sources/provider/plain-text.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { ChangesPush, PushedAccount } from './contract.ts'
import {
  type Described,
  type Entry,
  storePosition,
  loadEntries,
  openEntry,
  contextOf,
} from './entries.ts'
import { recogniseAccounts } from './recognise.ts'
import { type Counts, nothingDone, storePushed } from './store-pushed.ts'
import { readBalance, readChanges } from './translate.ts'

/**
 * Stores a set of changes: new accounts, balances, then each account's payments. Throws `invalid_parameter`,
 * `resource_not_found` for an unknown account, or `wallet_out_of_step`.
 */
export async function receiveChanges(
  call: Call,
  deviceId: string,
  push: ChangesPush,
): Promise<Counts> {
  await openAccounts(call, deviceId, push)
  const entries = await loadEntries(call.db, call.caller.householdId, deviceId)
  const find = (id: string, param: string): Entry => {
    const entry = entries.get(id)
    if (!entry) throw notFound(param)
    return entry
  }
  for (const [index, sent] of push.balances.entries()) {
    const path = `balances[${index}]`
    const entry = find(sent.account_id, `${path}.account_id`)
    await storeBalance(call, entry, readBalance(sent, path, contextOf(call, entry)))
  }
  let counts = nothingDone
  const positions = new Map<string, string>()
  for (const [index, sent] of push.transactions.entries()) {
    const path = `transactions[${index}]`
    const entry = find(sent.account_id, `${path}.account_id`)
    const token = positions.get(entry.id) ?? entry.token
    const { previous_token: previous, new_token: next } = sent
    const pushed = readChanges(sent, path, contextOf(call, entry))
    // A known `next` means that the device repeats the push, because the answer was lost.
    const follows = previous == null || token === previous || token === next
    if (!follows) {
      throw new Refusal('wallet_out_of_step', { param: `${path}.previous_token` })
    }
    positions.set(entry.id, next)
    const isWhole = previous == null
    counts = add(counts, await storePushed(call, entry, { ...pushed, isWhole }))
    await storePosition(call, entry, next)
  }
  if (counts.added + counts.updated + counts.removed > 0) await announceStoredIncome(call)
  return counts
}

async function openAccounts(call: Call, deviceId: string, push: ChangesPush): Promise<void> {
  const entries = await loadEntries(call.db, call.caller.householdId, deviceId)
  const all = [...new Map(push.accounts.map((one) => [one.id, describe(one)])).values()]
  const fresh = all.filter(({ externalId }) => !entries.has(externalId))
  if (fresh.length === 0) return
  const ids = all.map(({ externalId }) => externalId)
  const recognised = await recogniseAccounts(call, deviceId, { fresh, all: ids })
  for (const described of fresh) {
    const accountId = recognised.get(described.externalId) ?? null
    await openEntry(call, deviceId, { described, accountId, isNew: true })
  }
}

function describe(sent: PushedAccount): Described {
  const name = plainLine(sent.display_name, 200) || 'Wallet'
  const kind = { type: 'wallet', subtype: null } as const
  return {
    externalId: sent.id,
    institution: plainLine(sent.institution_name, 200),
    name,
    ...(sent.account_type === 'liability' ? { type: 'credit', subtype: 'credit_card' } : kind),
    currency: sent.currency_code,
  }
}

/** Stores a balance if it is newer than the current one, or the first, and no bank or person keeps the balance. */
async function storeBalance(
  call: Call,
  entry: Entry,
  { balance, balanceAt }: ReturnType<typeof readBalance>,
): Promise<void> {
  await updateBalances({
    householdId: call.caller.householdId,
    balance,
    at: balanceAt,
    now: call.now(),
    where: sql`a.id = ${entry.accountId} and a.provider = 'wallet' and a.closed_at is null
      and (a.balance_at < ${balanceAt} or a.balance_at = a.created_at)`,
  }).execute(call.db)
}

function add(a: Counts, b: Counts): Counts {
  return {
    added: a.added + b.added,
    updated: a.updated + b.updated,
    removed: a.removed + b.removed,
    matched: a.matched + b.matched,
    ignored: a.ignored + b.ignored,
  }
}
