import { after } from 'node:test'
import { connectWithSetupToken } from '#/sources/banks/connecting/connect-simplefin.ts'
import { syncHousehold } from '#/sources/banks/sync/sync-household.ts'
import { createOutbound, type Outbound } from '#/platform/outbound/outbound.ts'
import {
  createFakeSimplefin,
  type FakeAccount,
  type FakeSimplefin,
  type FakeTransaction,
} from '../fakes/fake-simplefin.ts'
import { givenTwo } from './given-two.ts'
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

/** A bank on loopback that the product may reach; its clock stands at the start of the test runtimes. */
export async function openBank(accounts: FakeAccount[]): Promise<Bank> {
  const bank = await createFakeSimplefin({ accounts, now: () => noon('2026-01-05') })
  const outbound = createOutbound({ allowCidrs: '127.0.0.0/8' })
  after(async () => {
    await outbound.close()
    await bank.close()
  })
  return { ...bank, outbound }
}

/** A household with a connected bank: every account followed unless said otherwise, nothing imported yet. */
export async function connected(
  bank: Bank,
  options: {
    selectAll?: boolean
    /** The receivers that webhooks reach. */
    destinations?: Outbound
    document?: Parameters<Product['household']>[0]
  } = {},
) {
  const product = await startProduct({
    limited: false,
    outbound: bank.outbound,
    ...(options.destinations && { destinations: options.destinations }),
  })
  const two = await givenTwo(product, options.document)
  const connectionId = await connectWithSetupToken(product.runtime, {
    ...two.connecting,
    setupToken: bank.setupToken(),
    connectionId: null,
    selectAll: options.selectAll ?? true,
  })
  return {
    ...two,
    connectionId,
    run: () => syncHousehold(product.runtime, two.householdId, null),
  }
}

/** How often the bank was asked for accounts, with or without transactions. */
export const accountRequests = (bank: Bank) =>
  bank.requests.filter(({ path }) => path.endsWith('/accounts')).length
