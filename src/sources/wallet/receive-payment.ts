import { plainLine } from '#/sources/provider/plain-text.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { merchantOfRow } from '#/sources/intake/read-row.ts'
import { fold } from '#/core/values/fold.ts'
import { currencyIn } from '#/core/values/local-money.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { PaymentPush } from './contract.ts'
import { type Described, type Entry, loadEntries, openEntry, contextOf } from './entries.ts'
import { recogniseCard } from './recognise.ts'
import { type Counts, nothingDone, storePushed } from './store-pushed.ts'
import { readPayment } from './translate.ts'

/** Stores one payment in the account of its card. Throws `invalid_parameter`. */
export async function receivePayment(
  call: Call,
  deviceId: string,
  push: PaymentPush,
): Promise<Counts> {
  const card = plainLine(push.card, 200) || 'Card'
  const externalId = `card:${fold(card) || card}`
  const entry = await findCard(call, deviceId, { externalId, card, push })
  const row = readPayment(push, contextOf(call, entry))
  if (await isRepeat(call, entry, row)) return { ...nothingDone, matched: 1 }
  const named = row.externalId === '' ? { ...row, externalId: `seen:${call.newId()}` } : row
  return storePushed(call, entry, { rows: [named], removed: [], isWhole: false })
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

/** Minutes within which an equal payment without an id counts as a repeat. */
const REPEAT_MINUTES = 10

/** Checks whether this device pushed the payment before: under its id, or recently if it has none. */
async function isRepeat(call: Call, entry: Entry, row: ProviderTransaction): Promise<boolean> {
  const pushed = call.db
    .selectFrom('provider_transactions')
    .select('external_id')
    .where('household_id', '=', call.caller.householdId)
    .where('provider_account_id', '=', entry.id)
  const same =
    row.externalId === ''
      ? pushed
          .where('external_id', 'like', 'seen:%')
          .where('amount', '=', row.amount)
          .where('merchant', '=', merchantOfRow(row))
          .where('first_seen_at', '>=', call.now().subtract({ minutes: REPEAT_MINUTES }))
      : pushed.where('external_id', '=', row.externalId)
  return (await same.limit(1).executeTakeFirst()) !== undefined
}
