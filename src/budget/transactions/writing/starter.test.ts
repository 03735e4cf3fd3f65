import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProduct } from '../../../../test/support/product.ts'
import { takeFile } from '../../../../test/support/given-files.ts'
import { readExport } from '../../../../test/support/exported.ts'

const product = await startProduct({ limited: false })

type Category = {
  id: string
  name: string
  kind: string
  icon: string | null
  look: { hue: string; icon: string }
  is_starter: boolean
  in_use: boolean
  updated_at: string
}
type Row = { id: string; concept: string; category_id: string | null }

/** A household with an account, and without a category unless `start` is called. */
async function given() {
  const { household_id, accounts, members } = await product.household({
    accounts: [{ ref: 'checking', name: 'Checking', type: 'depository', balance: 100_000 }],
  })
  const ada = await product.member(household_id, members['ada']!)
  const list = async () => (await ada.request<Category[]>('GET', '/categories')).body
  const file = (text: string) => takeFile(product.runtime, accounts['checking']!, { text })
  return {
    household_id,
    ada,
    list,
    file,
    start: () => ada.request('POST', '/categories/starter', { body: { language: 'en' } }),
    /** The names of the payments’ categories, by the payments’ names. */
    filed: async () => {
      const names = new Map((await list()).map(({ id, name }) => [id, name]))
      const { body } = await ada.request<{ data: Row[] }>('GET', '/transactions')
      return Object.fromEntries(
        body.data.map(({ concept, category_id: id }) => [concept, (id && names.get(id)) ?? null]),
      )
    },
    row: async (name: string) => {
      const { body } = await ada.request<{ data: Row[] }>('GET', '/transactions')
      return body.data.find(({ concept }) => concept === name)!
    },
    why: async (id: string) =>
      (await ada.request<{ why: { by: string } }>('GET', `/transactions/${id}/category`)).body,
  }
}

const inSight = (all: readonly Category[]) =>
  all.filter(({ is_starter, in_use }) => in_use || !is_starter).map(({ name }) => name)

const rows = (...lines: string[]) => `Date,Description,Amount,Category\n${lines.join('\n')}\n`

test('a household begins with the usual categories in its language, or without', async () => {
  const { ada } = await given()
  for (const [categories, expected] of [
    [undefined, 'Groceries'],
    ['es', 'Supermercado'],
    [null, undefined],
  ] as const) {
    const body = { name: 'Boat', timezone: 'Europe/Madrid', currency: 'EUR', categories }
    const made = await ada.request<{ household: { id: string } }>('POST', '/households', { body })
    assert.equal(made.status, 201, made.text)
    const { body: all } = await ada.request<Category[]>('GET', '/categories', {
      headers: { 'x-earmark-household': made.body.household.id },
    })
    const first = all.find(({ name }) => name === expected)
    assert.equal(first?.name, expected)
    assert.ok(all.every(({ is_starter, in_use }) => is_starter && !in_use))
  }
})

test('the first import is filed into categories, and only the used ones are shown', async () => {
  const { start, file, filed, list } = await given()
  await start()
  await file(
    rows(
      '2026-01-02,MERCADONA 123,-20.00,',
      '2026-01-03,Sun Pharmacy,-5.00,',
      '2026-01-04,Jo,-1.00,',
    ),
  )
  assert.deepEqual(await filed(), { Mercadona: 'Groceries', 'Sun Pharmacy': 'Pharmacy', Jo: null })
  assert.deepEqual(inSight(await list()).toSorted(), ['Groceries', 'Pharmacy'])
})

test('the file’s own category files a payment when categories are created later', async () => {
  const { start, file, filed, row, why } = await given()
  await file(
    rows('2026-01-02,Zzyzx One,-20.00,Lebensmittel', '2026-01-03,Zzyzx Two,-5.00,Restaurants'),
  )
  assert.deepEqual(Object.values(await filed()), [null, null])
  assert.equal((await start()).body['filed'], 2)
  assert.deepEqual(await filed(), { 'Zzyzx One': 'Groceries', 'Zzyzx Two': 'Eating out' })
  const { id } = await row('Zzyzx One')
  assert.deepEqual((await why(id)).why, { by: 'file', category: 'Lebensmittel' })
})

test('a payment follows the last choice for its payee, and no choice is overwritten', async () => {
  const { ada, start, file, filed, row, why, list } = await given()
  await start()
  await file(rows('2026-01-02,MERCADONA 123,-20.00,'))
  const pets = (await list()).find(({ name }) => name === 'Pets')!
  const { id } = await row('Mercadona')
  await ada.request('PATCH', `/transactions/${id}`, { body: { category_id: pets.id } })
  await file(rows('2026-02-02,MERCADONA 123,-30.00,Groceries'))
  const { body } = await ada.request<{ data: Row[] }>('GET', '/transactions')
  assert.deepEqual(
    body.data.map(({ category_id }) => category_id),
    [pets.id, pets.id],
  )
  assert.equal((await why(body.data[0]!.id)).why.by, 'choice')
  assert.equal((await start()).body['filed'], 0)
  assert.deepEqual(await filed(), { Mercadona: 'Pets' })
})

test('the usual categories are removed again, except those that are used or were changed', async () => {
  const { ada, start, file, list } = await given()
  await start()
  await file(rows('2026-01-02,MERCADONA 123,-20.00,'))
  const travel = (await list()).find(({ name }) => name === 'Travel')!
  const body = { hue: 'lime', icon: 'star', expected_updated_at: travel.updated_at }
  const changed = await ada.request('PATCH', `/categories/${travel.id}`, { body })
  assert.equal(changed.status, 200, changed.text)
  const before = (await list()).length
  const gone = await ada.request('POST', '/categories/starter/remove', { body: {} })
  const left = await list()
  assert.deepEqual(left.map(({ name }) => name).toSorted(), ['Food', 'Groceries', 'Travel'])
  assert.equal(gone.body['removed'], before - 3)
  assert.deepEqual(left.find(({ name }) => name === 'Travel')?.look, { hue: 'lime', icon: 'star' })
  assert.equal((await start()).body['created'], before - 3)
})

test('a category’s look is guessed until somebody chooses it, and comes with the document', async () => {
  const { ada, household_id, list } = await given()
  await ada.request('POST', '/categories', { body: { name: 'Dentist' } })
  await ada.request('POST', '/categories', { body: { name: 'Mine', hue: 'pink', icon: 'star' } })
  const [dentist, mine] = await list()
  assert.deepEqual([dentist!.look, dentist!.icon], [{ hue: 'red', icon: 'heart-pulse' }, null])
  assert.deepEqual(mine!.look, { hue: 'pink', icon: 'star' })
  const refused = await ada.request('POST', '/categories', { body: { name: 'X', hue: 'mauve' } })
  assert.equal(refused.status, 400)
  const { categories = [] } = await readExport(product.runtime, household_id)
  assert.deepEqual(
    categories.map(({ name, hue, icon, starter }) => [name, hue, icon, starter]),
    [
      ['Dentist', null, null, false],
      ['Mine', 'pink', 'star', false],
    ],
  )
})
