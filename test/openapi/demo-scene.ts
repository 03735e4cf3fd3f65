import { after } from 'node:test'
import { loadDemo } from '#/documents/demo/demo.ts'
import type { Loaded } from '#/documents/load.ts'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { connectWithSetupToken } from '#/sources/banks/connecting/connect-simplefin.ts'
import { syncHousehold } from '#/sources/banks/sync/sync-household.ts'
import { createDeliverer } from '#/webhooks/delivering/deliverer.ts'
import { createFakeSimplefin, type FakeAccount } from '../fakes/fake-simplefin.ts'
import { createReceivers, type Got } from '../fakes/receivers.ts'
import { type Product, startProduct } from '../support/product.ts'

/** A Friday morning in Madrid. */
const START = '2026-11-20T09:41:00Z'

/** The demo household at a held clock, with a bank that it is connected to and a receiver of its webhooks. */
export type DemoScene = {
  readonly product: Product
  readonly loaded: Loaded
  /** Reads and writes; reads. */
  readonly rw: string
  readonly ro: string
  /** The connection, and its accounts in the catalog. */
  readonly itemId: string
  readonly catalog: readonly { readonly id: string; readonly accountId: string | null }[]
  /** Delivers what is due, and returns all that the receiver has got so far. */
  readonly deliver: () => Promise<readonly Got[]>
}

export async function startDemoScene(): Promise<DemoScene> {
  const outbound = createOutbound({ allowCidrs: '127.0.0.0/8' })
  const bank = await createFakeSimplefin({ accounts: [joint], now: () => seconds(START) })
  after(async () => {
    await outbound.close()
    await bank.close()
  })
  const receivers = createReceivers(() => Temporal.Instant.from(START))
  const product = await startProduct({
    start: START,
    outbound,
    destinations: receivers.outbound,
  })
  const { runtime } = product
  const { loaded } = await loadDemo(runtime, { seed: 'examples', transactionCount: null })
  const householdId = loaded.household_id
  // Of accounts that are as old as each other, chance decides the order.
  runtime.advance({ seconds: 1 })
  const itemId = await connectWithSetupToken(runtime, {
    householdId,
    memberId: loaded.members['alex']!,
    zone: 'Europe/Madrid',
    setupToken: bank.setupToken(),
    connectionId: null,
    selectAll: true,
  })
  await syncHousehold(runtime, householdId, null)
  runtime.advance({ hours: 1 })
  const catalog = await product.db
    .selectFrom('provider_accounts')
    .select(['id', 'account_id as accountId'])
    .where('household_id', '=', householdId)
    .orderBy('external_id')
    .execute()
  return {
    product,
    loaded,
    rw: loaded.keys['rw']!.api_key,
    ro: loaded.keys['ro']!.api_key,
    itemId,
    catalog,
    deliver: async () => {
      await createDeliverer(runtime).deliverDue()
      return receivers.got
    },
  }
}

const seconds = (moment: string) => Temporal.Instant.from(moment).epochMilliseconds / 1000

const joint: FakeAccount = {
  id: 'ACT-1',
  connection: 'CON-1',
  name: 'Joint account (3316)',
  currency: 'EUR',
  balance: '1840.25',
  'balance-date': seconds('2026-11-20T08:00:00Z'),
  transactions: [
    {
      id: 'TRN-1',
      posted: seconds('2026-11-18T12:00:00Z'),
      amount: '-62.40',
      description: 'MERCADO DEL PUENTE 0042',
      payee: 'Mercado del Puente',
    },
  ],
}
