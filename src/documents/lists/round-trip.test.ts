import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenHostile, hostileNames } from '../../../test/support/given-hostile.ts'
import { startProduct } from '../../../test/support/product.ts'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import { importNow } from '#/sources/files/at-once/import-now.ts'

const product = await startProduct({ start: '2026-01-20T10:00:00Z', limited: false })

type Home = Awaited<ReturnType<typeof givenHostile>>

const booksOf = async ({ household_id: id }: Home) => {
  const rows = await product.db
    .selectFrom('transactions')
    .select(['id', 'account_id', 'booked_at', 'amount', 'currency', 'concept', 'notes', 'status'])
    .select(['type', 'category_id', 'splits', 'deleted_at'])
    .where('household_id', '=', id)
    .orderBy('id')
    .execute()
  const held = await product.db
    .selectFrom('accounts')
    .select(['id', 'balance'])
    .where('household_id', '=', id)
    .orderBy('id')
    .execute()
  return { rows, held }
}

/** Imports an export into the account; returns how many rows it added and knew. */
async function takeIn(bytes: Buffer, accountId: string, format: string) {
  const report = await importNow(product.runtime, {
    source: async function* () {
      yield bytes
    },
    fileName: `export.${format}`,
    bytes: bytes.length,
    accountId,
    fileAccount: null,
  })
  return { added: report.added, duplicates: report.duplicates }
}

for (const seed of [21, 22]) {
  test(`exports come back with 0 new rows, also after changes (seed ${seed})`, async () => {
    const home = await givenHostile(product, seed)
    const chance = givenChance(seed)
    const list = async () => (await home.api.listTransactions({ query: { limit: 200 } })).data
    const change = async () => {
      for (const { id, amount, splits } of await list()) {
        if (chance.below(3) > 0) continue
        const [more, year] = [chance.below(900), 2024 + chance.below(2)]
        const body = [
          { concept: chance.pick(hostileNames) },
          { amount: splits.length > 0 ? amount : amount + Math.sign(amount) * more },
          { booked_at: `${year}-0${1 + chance.below(9)}-1${chance.below(10)}` },
          { notes: `; =${more}` },
        ][chance.below(4)]!
        await home.api.editTransaction({ params: { id }, body })
      }
    }
    const filters: readonly Record<string, string>[] = [
      {},
      { type: chance.pick(['income', 'expense', 'transfer']) },
      { category_id: home.categories['food']! },
      { without_category: 'true', sort: 'created_at' },
      { expense_goal_id: home.expenses['party']! },
      { account_id: home.accounts['jpy']! },
      { from: '2025-04-01', to: '2025-10-31' },
      { search: 'coffee' },
    ]
    const exported: { bytes: Buffer; format: string; ids: readonly string[]; filter: object }[] = []
    const read = async (filter: Record<string, string>) => {
      const format = chance.pick(['csv', 'csv', 'xlsx'])
      const headings = chance.pick(['plain', 'en', 'es', 'de'])
      const bom = format === 'csv' ? chance.pick(['true', 'false']) : 'false'
      const query = new URLSearchParams({ ...filter, format, headings, bom }).toString()
      const bytes = await home.file(`/list-export?${query}`)
      const shown = await home.member.request<{
        data: readonly { account_id: string; status: string }[]
      }>('GET', `/transaction-rows?${new URLSearchParams({ ...filter, limit: '100' }).toString()}`)
      const booked = shown.body.data.filter(({ status }) => status === 'booked')
      exported.push({ bytes, format, filter, ids: booked.map((row) => row.account_id) })
    }
    const comeBack = async () => {
      const before = await booksOf(home)
      for (const { bytes, format, ids, filter } of exported) {
        for (const id of new Set(ids)) {
          const counts = await takeIn(bytes, id, format)
          const expected = { added: 0, duplicates: ids.filter((one) => one === id).length }
          assert.deepEqual(counts, expected, JSON.stringify({ filter, format, id }))
        }
      }
      assert.deepEqual(await booksOf(home), before)
    }
    for (const filter of filters) await read(filter)
    assert.ok(exported.every(({ ids }) => ids.length > 0))
    await comeBack()
    // The earlier export is known by its ids, although rows have changed.
    exported.splice(1)
    await change()
    await read({})
    await comeBack()
  })
}

test('an export fills a household that has none of its rows, once', async () => {
  const from = await givenHostile(product, 24)
  const to = await givenHostile(product, 25)
  await product.db
    .updateTable('transactions')
    .set({ deleted_at: product.runtime.now() })
    .where('household_id', '=', to.household_id)
    .execute()
  const account = to.accounts['kwd']!
  const bytes = await from.file(`/list-export?format=csv&account_id=${from.accounts['kwd']!}`)
  const rows = await from.api.listTransactions({
    query: { limit: 200, account_id: from.accounts['kwd']! },
  })
  const booked = rows.data.filter(({ status }) => status === 'booked')
  assert.deepEqual(await takeIn(bytes, account, 'csv'), { added: booked.length, duplicates: 0 })
  const sum = (of: readonly { readonly amount: number }[]) =>
    of.reduce((all, { amount }) => all + amount, 0)
  const taken = (await to.api.listTransactions({ query: { limit: 200, account_id: account } })).data
  assert.equal(sum(taken), sum(booked))
  assert.deepEqual(await takeIn(bytes, account, 'csv'), { added: 0, duplicates: booked.length })
  const again = await to.file(`/list-export?format=csv&account_id=${account}&headings=de`)
  assert.deepEqual(await takeIn(again, account, 'csv'), { added: 0, duplicates: booked.length })
})

test('an export with one spoiled amount is refused, and nothing of it is stored', async () => {
  const home = await givenHostile(product, 26)
  const text = (
    await home.file(`/list-export?format=csv&account_id=${home.accounts['eur']!}`)
  ).toString()
  const before = await booksOf(home)
  const spoiled = text.replace(/,(-?\d+\.\d\d),EUR/, ',12..3,EUR')
  assert.notEqual(spoiled, text)
  await assert.rejects(takeIn(Buffer.from(spoiled), home.accounts['eur']!, 'csv'))
  assert.deepEqual(await booksOf(home), before)
})
