import { sql } from 'kysely'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { webhooks } from '#/webhooks/contract.ts'
import { type Bank, bankAccount, bankRow, connected, noon, openBank } from './bank.ts'
import type { FakeTransaction } from '../fakes/fake-simplefin.ts'
import { budget } from './given.ts'
import { createReceivers } from '../fakes/receivers.ts'

/** A row that is pending since a day. */
export const pendingRow = (id: string, day: string, changes: Partial<FakeTransaction> = {}) =>
  bankRow(id, { posted: 0, pending: true, transacted_at: noon(day), ...changes })

export type Answered = Awaited<ReturnType<typeof givenBank>>

/** Ada's budget with a bank of one account, whose bank has answered once, and a webhook. */
export async function givenBank(
  rows: readonly FakeTransaction[] = [],
  given: { bank?: Bank; document?: Parameters<typeof connected>[1] } = {},
) {
  const bank = given.bank ?? (await openBank([bankAccount('A', { transactions: [...rows] })]))
  const destinations = createReceivers(() => home.product.runtime.now()).outbound
  const home = await connected(bank, { document: budget, destinations, ...given.document })
  const { product, householdId, key, connections, connectionId } = home
  bank.state.now = () => Math.floor(product.runtime.now().epochMilliseconds / 1000)
  const { id: webhookId } = await product
    .client(webhooks, key)
    .createWebhook({ body: { name: 'Hook', url: 'https://hook.example/' } })
  const member = await product.member(householdId, home.members['ada']!)
  await home.run()
  const [account] = bank.state.accounts
  const expenses = async () => {
    type Shown = { id: string; name: string; balance: number }
    return (await product.request<Shown[]>('GET', '/expenses', { key })).body
  }
  return {
    ...home,
    bank,
    webhookId,
    app: member.client(transactionsApp),
    member,
    groceries: async () => (await expenses()).find(({ name }) => name === 'Groceries')!,
    /** Rows from the bank, or from another provider. */
    rows: async (provider = 'provider_a') =>
      (await home.list()).filter((row) => row.provider === provider),
    /** An answer of the bank some hours later, for the first account unless said otherwise. */
    look: async (next: readonly FakeTransaction[], { hours = 1, account: of = account! } = {}) => {
      product.runtime.advance({ hours })
      of['balance-date'] = bank.state.now() - 60
      of.transactions = [...next]
      const report = await home.run()
      return report
    },
    /** Follows these accounts of the bank, by their ids. */
    select: async (...ids: string[]) => {
      const catalog = await connections.listCatalog({ params: { id: connectionId } })
      const chosen = catalog.accounts.filter(({ name }) =>
        ids.some((id) => name.endsWith(` ${id}`)),
      )
      await connections.replaceSelection({
        params: { id: connectionId },
        body: { account_ids: chosen.map(({ id }) => id) },
      })
    },
    /** The transactions that were announced so far, by what they are called now. */
    events: async () => {
      const { rows: found } = await sql<{ id: string }>`
        select id from webhook_events where household_id = ${householdId} and kind = 'transaction'
        order by created_at, id`.execute(product.db)
      return found.map(({ id }) => id)
    },
  }
}
