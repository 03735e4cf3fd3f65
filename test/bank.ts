import { after } from 'node:test'
import { accounts as accountContract } from '#/accounts/contract.ts'
import { connections as contract } from '#/connections/contract.ts'
import { connectProviderA } from '#/sync/connect.ts'
import { sync as syncContract } from '#/sync/contract.ts'
import { syncHousehold } from '#/sync/sync-household.ts'
import { transactions as transactionContract } from '#/transactions/contract.ts'
import { createOutbound, type Outbound } from '#/outbound/outbound.ts'
import {
  createFakeSimplefin,
  type FakeAccount,
  type FakeSimplefin,
  type FakeTransaction,
} from './fake-simplefin.ts'
import { type Product, startProduct } from './product.ts'

/** The bank's clock at noon of a day, in seconds. */
export const noon = (day: string) =>
  Temporal.Instant.from(`${day}T12:00:00Z`).epochMilliseconds / 1000

export const bankRow = (id: string, changes: Partial<FakeTransaction> = {}): FakeTransaction => ({
  id,
  posted: noon('2026-01-03'),
  amount: '-12.34',
  description: `SQ *CORNER BAKERY ${id}`,
  payee: 'Corner Bakery',
  ...changes,
})

export const bankAccount = (id: string, changes: Partial<FakeAccount> = {}): FakeAccount => ({
  id,
  connection: 'CON-1',
  name: `Everyday Checking ${id}`,
  currency: 'EUR',
  balance: '1500.50',
  'balance-date': noon('2026-01-05'),
  transactions: [],
  ...changes,
})

export type Bank = FakeSimplefin & { readonly outbound: Outbound }

/** A bank on loopback that the product may reach; its clock stands at the start of the test worlds. */
export async function openBank(accounts: FakeAccount[]): Promise<Bank> {
  const bank = await createFakeSimplefin({ accounts, now: () => noon('2026-01-05') })
  const outbound = createOutbound({ allowCidrs: '127.0.0.0/8' })
  after(async () => {
    await outbound.close()
    await bank.close()
  })
  return { ...bank, outbound }
}

/** A household whose bank is connected: every account followed unless told otherwise, nothing imported yet. */
export async function connected(
  bank: Bank,
  options: {
    selectAll?: boolean
    /** What webhooks reach. */
    destinations?: Outbound
    document?: Parameters<Product['household']>[0]
  } = {},
) {
  const product = await startProduct({
    limited: false,
    outbound: bank.outbound,
    ...(options.destinations && { destinations: options.destinations }),
  })
  const loaded = await product.household({
    ...options.document,
    members: [
      { ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' },
      { ref: 'bo', name: 'Bo', email: 'bo@example.com', role: 'member' },
    ],
    keys: [
      { ref: 'rw', member: 'ada', scopes: ['data.read', 'data.write'] },
      { ref: 'bo', member: 'bo', scopes: ['data.read', 'data.write'] },
    ],
  })
  const householdId = loaded.household_id
  const connectionId = await connectProviderA(product.world, {
    householdId,
    memberId: loaded.members['ada']!,
    zone: 'Europe/Madrid',
    setupToken: bank.setupToken(),
    connectionId: null,
    selectAll: options.selectAll ?? true,
  })
  const key = loaded.keys['rw']!.api_key
  return {
    product,
    householdId,
    connectionId,
    members: loaded.members,
    key,
    otherKey: loaded.keys['bo']!.api_key,
    accounts: product.client(accountContract, key),
    connections: product.client(contract, key),
    transactions: product.client(transactionContract, key),
    sync: product.client(syncContract, key),
    run: () => syncHousehold(product.world, householdId, null),
    list: async () =>
      (await product.client(transactionContract, key).listTransactions({ query: {} })).data,
  }
}

/** How often the bank was asked for accounts, with or without transactions. */
export const accountRequests = (bank: Bank) =>
  bank.requests.filter(({ path }) => path.endsWith('/accounts')).length
