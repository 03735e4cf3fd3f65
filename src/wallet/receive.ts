import { sql } from 'kysely'
import { writeInstant } from '#/contract/fields.ts'
import { notFound, Refusal } from '#/contract/refusal.ts'
import { plainLine } from '#/providers/plain-text.ts'
import type { ProviderTransaction } from '#/providers/provider.ts'
import { merchantOfRow } from '#/sync/read-row.ts'
import { fold } from '#/values/fold.ts'
import { currencyIn } from '#/values/local-money.ts'
import type { Call, Handle } from '#/world/call.ts'
import type { ChangesPush, PaymentPush, PushedAccount, wallet } from './contract.ts'
import { type Described, type Entry, keepPosition, loadEntries, openEntry } from './entries.ts'
import { recogniseAccounts, recogniseCard } from './recognise.ts'
import { type Counts, nothingDone, takeIn } from './take-in.ts'
import { type Reading, readBalance, readChanges, readPayment } from './translate.ts'

/**
 * `POST /ingest/wallet`: all of a push or nothing, in one transaction. After a crash the device pushes it again, and what
 * was stored is found by its ids.
 */
export const receivePush: Handle<typeof wallet.receivePush> = async (call, { body }) => {
  const deviceId = call.caller.deviceId!
  const counts =
    body.kind === 'changes'
      ? await receiveChanges(call, deviceId, body)
      : await receivePayment(call, deviceId, body)
  const now = call.now()
  await call.db
    .updateTable('wallet_devices')
    .set({ last_push_at: now })
    .where('household_id', '=', call.caller.householdId)
    .where('id', '=', deviceId)
    .execute()
  return { ...counts, received_at: writeInstant(now) }
}

async function receiveChanges(call: Call, deviceId: string, push: ChangesPush): Promise<Counts> {
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
    await keepBalance(call, entry, readBalance(sent, path, readingOf(call, entry)))
  }
  let counts = nothingDone
  const positions = new Map<string, string>()
  for (const [index, sent] of push.transactions.entries()) {
    const path = `transactions[${index}]`
    const entry = find(sent.account_id, `${path}.account_id`)
    const token = positions.get(entry.id) ?? entry.token
    const { previous_token: previous, new_token: next } = sent
    const told = readChanges(sent, path, readingOf(call, entry))
    // Where `next` is known the changes are told again, because the answer was lost on its way.
    const follows = previous == null || token === previous || token === next
    if (!follows) {
      throw new Refusal('wallet_out_of_step', { param: `${path}.previous_token` })
    }
    positions.set(entry.id, next)
    const isWhole = previous == null
    counts = add(counts, await takeIn(call, entry, { ...told, isWhole }))
    await keepPosition(call, entry, next)
  }
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

/** A balance moves forward in time only, after the nothing of a new account, and only where no bank or person keeps it. */
async function keepBalance(
  call: Call,
  entry: Entry,
  { balance, balanceAt }: ReturnType<typeof readBalance>,
): Promise<void> {
  await sql`
    update accounts set balance = ${balance}, balance_at = ${balanceAt}, updated_at = ${call.now()}
    where household_id = ${call.caller.householdId} and id = ${entry.accountId}
      and provider = 'wallet' and closed_at is null and (balance_at < ${balanceAt} or balance_at = created_at)`.execute(
    call.db,
  )
}

async function receivePayment(call: Call, deviceId: string, push: PaymentPush): Promise<Counts> {
  const card = plainLine(push.card, 200) || 'Card'
  const externalId = `card:${fold(card) || card}`
  const entry = await findCard(call, deviceId, { externalId, card, push })
  const row = readPayment(push, readingOf(call, entry))
  if (await isRepeat(call, entry, row)) return { ...nothingDone, matched: 1 }
  const told = row.externalId === '' ? { ...row, externalId: `seen:${call.newId()}` } : row
  return takeIn(call, entry, { rows: [told], removed: [], isWhole: false })
}

async function findCard(
  call: Call,
  deviceId: string,
  { externalId, card, push }: { externalId: string; card: string; push: PaymentPush },
): Promise<Entry> {
  const load = () => loadEntries(call.db, call.caller.householdId, deviceId)
  const known = (await load()).get(externalId)
  if (known) return known
  const found = await recogniseCard(call, { externalId, name: card })
  const named = currencyIn(push.amount) ?? [call.caller.currency]
  const own = named.includes(call.caller.currency) ? call.caller.currency : named[0]!
  const described: Described = {
    externalId,
    institution: '',
    name: card,
    type: 'wallet',
    subtype: 'card',
    currency: found?.currency ?? own,
  }
  await openEntry(call, deviceId, {
    described,
    accountId: found?.accountId ?? null,
    isNew: false,
  })
  return (await load()).get(externalId)!
}

/** How long a payment that nothing tells from another counts as told again, in minutes. */
const REPEAT_MINUTES = 10

/** Whether this device has told of the payment before: under its id, or without one just now. */
async function isRepeat(call: Call, entry: Entry, row: ProviderTransaction): Promise<boolean> {
  let told = call.db
    .selectFrom('provider_transactions')
    .select('external_id')
    .where('household_id', '=', call.caller.householdId)
    .where('provider_account_id', '=', entry.id)
  told =
    row.externalId === ''
      ? told
          .where('external_id', 'like', 'seen:%')
          .where('amount', '=', row.amount)
          .where('merchant', '=', merchantOfRow(row))
          .where('first_seen_at', '>=', call.now().subtract({ minutes: REPEAT_MINUTES }))
      : told.where('external_id', '=', row.externalId)
  return (await told.limit(1).executeTakeFirst()) !== undefined
}

function readingOf(call: Call, { ref, currency }: Entry): Reading {
  return { ref, currency, zone: call.caller.zone, now: call.now() }
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
