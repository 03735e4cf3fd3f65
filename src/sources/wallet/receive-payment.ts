import { plainLine } from '#/sources/provider/plain-text.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { merchantOfRow } from '#/sources/intake/read-row.ts'
import { fold } from '#/core/values/fold.ts'
import { currencyIn } from '#/core/values/local-money.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { PaymentPush } from './contract.ts'
import { type Described, type Entry, loadEntries, openEntry, readingOf } from './entries.ts'
import { recogniseCard } from './recognise.ts'
import { type Counts, nothingDone, takeIn } from './take-in.ts'
import { readPayment } from './translate.ts'

/** Takes in one payment, on the account that its card is. Throws `invalid_parameter`. */
export async function receivePayment(
  call: Call,
  deviceId: string,
  push: PaymentPush,
): Promise<Counts> {
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
