import { sql } from 'kysely'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { Product } from './product.ts'

/** Names that files, spreadsheets and journals could take for something else. */
export const hostileNames = [
  '=HYPERLINK("http://evil.example","x")',
  '+49 170 1234567',
  '-5 discount',
  '@SUM(A1:A9)',
  '\t=1+1',
  "'=already",
  'Smith, "Joe" & <Sons>; Ltd',
  'two\nlines\r\nand more',
  '(code) * ! Café | bar:baz  two blanks',
  '[2020-01-01] date: 2020-01-01, date2: 2020-01-02',
  'back\\slash "quote" {curly} #tag ^link',
  '日本語 ; コメント',
  'ünïcödé_x0041_\u0007',
  '  around  ',
  '2020-01-01 open Assets:Evil',
] as const

/**
 * A household from a seed, with names that try to be something else: accounts in four currencies, two of them with one name,
 * categories in levels, split payments, transfers on one and on two days, two equal coffees, and rows that are deleted or
 * hidden.
 */
export async function givenHostile(product: Product, seed: number) {
  const chance = givenChance(seed)
  const name = () => chance.pick(hostileNames)
  const currencies = { eur: 'EUR', joint: 'EUR', card: 'EUR', usd: 'USD', jpy: 'JPY', kwd: 'KWD' }
  const refs = Object.keys(currencies) as [keyof typeof currencies]
  const day = () => `2025-${String(1 + chance.below(12)).padStart(2, '0')}-${10 + chance.below(18)}`
  const loaded = await product.household({
    household: { name: `Ada ${name()}`, timezone: 'Europe/Madrid', currency: 'EUR' },
    accounts: refs.map((ref) => ({
      ref,
      name: ref === 'usd' ? '=Dollars: (1)' : 'Konto; "A"',
      type: ref === 'card' ? 'credit' : 'depository',
      subtype: ref === 'card' ? 'credit_card' : 'checking',
      currency: currencies[ref],
      balance: chance.below(900_000) - 200_000,
    })),
    categories: [
      { ref: 'food', name: 'Food: all', kind: 'expense' },
      { ref: 'bread', name: '=Bread;', kind: 'expense', parent: 'food' },
      { ref: 'twin', name: 'Food- all', kind: 'expense' },
      { ref: 'pay', name: '給料', kind: 'income' },
    ],
    expenses: [{ ref: 'party', name: '@Party, "big"', target_amount: 50_000, balance: 10_000 }],
    transactions: Array.from({ length: 60 }, (_, index) => {
      const amount = (chance.below(5) === 0 ? 1 : -1) * (2 + chance.below(90_000))
      const half = Math.trunc(amount / 2)
      const isSplit = index % 6 === 0
      return {
        ref: `t${index}`,
        account: chance.pick(refs),
        amount,
        concept: index % 3 === 0 ? `Shop ${index}` : `${name()} ${index}`.slice(0, 200),
        booked_at: day(),
        type: amount > 0 ? 'income' : 'expense',
        status: chance.below(9) === 0 ? 'pending' : 'booked',
        notes: chance.below(2) === 0 ? null : name(),
        ...(isSplit
          ? {
              splits: [
                { amount: half, category: 'bread', note: name() },
                { amount: amount - half, category: null, expense: 'party' },
              ],
            }
          : { category: chance.pick([null, 'food', 'bread', 'twin', 'pay']) }),
      }
    }),
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const api = member.client({ ...transactions, ...transactionsApp })
  const record = (ref: keyof typeof currencies, amount: number, more: object) => {
    const body = { account_id: loaded.accounts[ref]!, amount, concept: 'Coffee', ...more }
    return api.recordTransaction({ body: { booked_at: '2025-06-15', ...body } })
  }
  await record('eur', -450, {})
  await record('eur', -450, {})
  for (const [from, to] of [
    ['2025-07-01', '2025-07-01'],
    ['2025-08-01', '2025-08-03'],
    // The year ends while the money is on its way.
    ['2025-12-31', '2026-01-02'],
  ] as const) {
    const size = 1000 + chance.below(50_000)
    await record('eur', -size, { booked_at: from, type: 'transfer', concept: '=To joint' })
    await record('joint', size, { booked_at: to, type: 'transfer', concept: '@From mine' })
  }
  const gone = await record('eur', -77_777, { concept: 'Deleted' })
  await api.removeTransaction({ params: { id: gone.id } })
  const hidden = await record('usd', -88_888, { concept: 'Hidden' })
  await sql`update transactions set hidden = true where id = ${hidden.id}`.execute(product.db)
  /** Asks for a file as its member, and returns its bytes. */
  const file = async (path: string): Promise<Buffer> => {
    const url = `http://earmark.test/app/api${path}`
    const headers = { cookie: member.cookie, 'sec-fetch-site': 'same-origin' }
    const response = await product.app.fetch(new Request(url, { headers }))
    if (response.status !== 200) throw new Error(await response.text())
    return buffer(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]))
  }
  return { ...loaded, member, api, file }
}
