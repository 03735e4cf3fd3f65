import assert from 'node:assert/strict'
import { transactions } from '#/budget/transactions/contract.ts'
import { walletApp } from '#/sources/wallet/app-contract.ts'
import type { Product } from './product.ts'

/** A body as a device sends it. */
export type Sent = Readonly<Record<string, unknown>>

export const cardId = '0a000000-0000-4000-8000-000000000001'

/** A card as a device's wallet describes it. */
export const card = {
  id: cardId,
  display_name: 'Apple Card',
  institution_name: 'Apple',
  account_type: 'liability',
  currency_code: 'EUR',
}

let serial = 0

/** An id that no payment had before. */
export function freshId(): string {
  serial += 1
  return `0b000000-0000-4000-8000-${String(serial).padStart(12, '0')}`
}

/** A coffee, as a wallet reports it the moment it is paid. */
export function purchase(change: Sent = {}): Sent {
  return {
    id: freshId(),
    transaction_amount: { amount: '4.50', currency_code: 'EUR' },
    credit_debit_indicator: 'debit',
    status: 'authorized',
    transaction_date: '2026-11-20T08:15:00Z',
    transaction_description: 'Corner Bakery',
    merchant_name: 'Corner Bakery',
    ...change,
  }
}

/** Payments that a device has seen on its card since `previous_token`. */
export function changes(history: Sent): Sent {
  return {
    kind: 'changes',
    accounts: [card],
    transactions: [{ account_id: cardId, new_token: 't', ...history }],
  }
}

/** A household with an account, an Expense, and as many devices as a test asks for. */
export async function givenWallets(product: Product) {
  const loaded = await product.household({
    accounts: [
      {
        ref: 'checking',
        name: 'Checking',
        type: 'depository',
        subtype: 'checking',
        balance: 100_000,
      },
    ],
    categories: [{ ref: 'food', name: 'Restaurants' }],
    expenses: [{ ref: 'eating', name: 'Eating out', balance: 5000 }],
  })
  const { household_id: householdId } = loaded
  const member = await product.member(householdId, loaded.members['ada']!)
  const app = member.client(walletApp)
  const device = async (name = 'Phone') => {
    await member.prove()
    const { id, token } = await app.createDevice({ body: { name } })
    const send = (method: string, body?: unknown, headers: Record<string, string> = {}) =>
      product.request(method, '/ingest/wallet', {
        base: '',
        key: token!,
        headers,
        ...(body !== undefined && { body }),
      })
    return {
      id,
      token: token!,
      send,
      push: async (body: Sent) => {
        const answer = await send('POST', body)
        assert.equal(answer.status, 200, answer.text)
        const { received_at: _, ...counts } = answer.body
        return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))
      },
      refused: async (body: unknown) => {
        const { status, body: answer } = await send('POST', body)
        return [status, answer.error.code, answer.error.param]
      },
    }
  }
  /** The transactions as people see them, the oldest first. */
  const rows = async () => {
    const { data } = await member.client(transactions).listTransactions({ query: {} })
    return data.toReversed()
  }
  return { ...loaded, householdId, member, app, device, rows }
}
