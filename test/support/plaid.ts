import { after } from 'node:test'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { OPERATOR } from '#/platform/audited/record-change.ts'
import { connectWithPublicToken } from '#/sources/banks/connecting/connect-plaid.ts'
import { disconnect } from '#/sources/banks/connecting/disconnect.ts'
import { syncHousehold } from '#/sources/banks/sync/sync-household.ts'
import { webhooks as webhookContract } from '#/webhooks/contract.ts'
import {
  CLIENT_SECRET,
  createFakePlaid,
  type PlaidAccount,
  type PlaidRow,
} from '../fakes/fake-plaid.ts'
import { givenTwo } from './given-two.ts'
import { startProduct } from './product.ts'
import { createReceivers } from '../fakes/receivers.ts'
import { START } from './runtime.ts'

export const plaidRow = (id: string, changes: Partial<PlaidRow> = {}): PlaidRow => ({
  id,
  account: 'A',
  amount: 12.34,
  date: '2026-01-03',
  ...changes,
})

export const plaidAccount = (id: string, changes: Partial<PlaidAccount> = {}): PlaidAccount => ({
  id,
  name: `Plaid Checking ${id}`,
  ...changes,
})

const seconds = (at: string) => Math.floor(Temporal.Instant.from(at).epochMilliseconds / 1000)

/** A household connected to Plaid on loopback, with a webhook; nothing imported yet. */
export async function connectedToPlaid(
  options: { accounts?: PlaidAccount[]; selectAll?: boolean; document?: object } = {},
) {
  const plaid = await createFakePlaid(() => seconds(START))
  plaid.state.accounts = options.accounts ?? [plaidAccount('A')]
  const outbound = createOutbound({ allowCidrs: '127.0.0.0/8' })
  after(async () => {
    await outbound.close()
    await plaid.close()
  })
  const product = await startProduct({
    limited: false,
    outbound,
    destinations: createReceivers(() => product.runtime.now()).outbound,
    plaid: { url: plaid.url, clientId: 'client', secret: CLIENT_SECRET, webhookUrl: null },
  })
  const two = await givenTwo(product, options.document)
  const { householdId, key } = two
  const link = (selectAll: boolean) =>
    connectWithPublicToken(product.runtime, {
      ...two.connecting,
      publicToken: plaid.publicToken(),
      selectAll,
    })
  const connectionId = await link(options.selectAll ?? true)
  let newest = connectionId
  await product
    .client(webhookContract, key)
    .createWebhook({ body: { name: 'Mine', url: 'https://receiver.example/hook' } })
  const { happened } = plaid.state
  let seen = 0
  const given = {
    ...two,
    plaid,
    connectionId,
    tells: (...rows: readonly PlaidRow[]) => happened.push(...rows.map((upsert) => ({ upsert }))),
    takesBack: (...ids: readonly string[]) =>
      happened.push(...ids.map((remove) => ({ remove, account: 'A' }))),
    /** Ends the login and links the bank again; the new login has reported nothing yet. */
    relink: async (itemId: string) => {
      const author = OPERATOR
      await disconnect(product.runtime, { householdId, connectionId: newest, author })
      plaid.state.itemId = itemId
      happened.length = 0
      newest = await link(true)
      return newest
    },
    run: () => {
      // Long enough after the last one that nothing answers from what is stored.
      product.runtime.advance({ hours: 1 })
      return syncHousehold(product.runtime, householdId, 'provider_b')
    },
    amounts: async () => (await given.list()).map(({ amount }) => amount).toSorted((a, b) => a - b),
    /** The events since the last call. */
    news: async (): Promise<number[]> => {
      const events = await product.db
        .selectFrom('webhook_events')
        .select('body')
        .where('household_id', '=', householdId)
        .orderBy('created_at')
        .execute()
      const since = events.slice(seen)
      seen = events.length
      return since.map(({ body }) => {
        const { data } = JSON.parse(body!) as { data: { transaction: { amount: number } } }
        return data.transaction.amount
      })
    },
  }
  return given
}
