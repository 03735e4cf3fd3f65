import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { categoryRulesApp } from '#/budget/categories/app-contract.ts'
import { readExport } from '../../../test/support/exported.ts'
import { givenFiles } from '../../../test/support/given-files.ts'
import { type Product, startProduct } from '../../../test/support/product.ts'
import { renewNextNames } from './renew-names.ts'

// Payments as an earlier version has stored them: names with more of the bank's words, and keys with places and months.

const statement = `Date,Description,Amount
2026-03-02,"COMPRA TARJ. 4176XXXXXXXX4821 EN MERCADONA, VALENCIA",-45.10
2026-03-03,HUSLEIE NOVEMBER,-900.00
2026-03-04,Dankort-nota SMEDENS KRO,-30.00
2026-03-05,PLATBA KARTOU ALBERT 441 PRAHA,-12.00
`

const olderNames: Readonly<Record<string, readonly [concept: string, merchant: string]>> = {
  Mercadona: ['En Mercadona, Valencia', 'en-mercadona-valencia'],
  'Husleie November': ['Husleie November', 'husleie-november'],
  'Smedens Kro': ['nota SMEDENS KRO', 'nota-smedens-kro'],
  Albert: ['Platba Kartou Albert 441 Praha', 'platba-kartou-albert-praha'],
}

/** A household with four payments as the earlier version has named them, and an Expense that knows two of their payees. */
async function olderHousehold(product: Product) {
  const given = await givenFiles(product)
  await given.take(statement)
  const { db } = product
  const { household_id } = given
  for (const [now, [concept, merchant]] of Object.entries(olderNames)) {
    await sql`update transactions set concept = ${concept}, merchant = ${merchant},
      original_concept = coalesce(original_concept, concept)
      where household_id = ${household_id} and concept = ${now}`.execute(db)
  }
  const expense = Object.values(given.expenses)[0]!
  for (const merchant of ['husleie-november', 'nota-smedens-kro', 'miete-januar']) {
    await sql`insert into expense_payees (household_id, expense_id, merchant, amount, since)
      values (${household_id}, ${expense}, ${merchant}, 100, '2026-03-01')`.execute(db)
  }
  await sql`update households set naming_version = 1 where household_id = ${household_id}`.execute(
    db,
  )
  const named = async () => {
    const { rows } = await sql<{ concept: string; merchant: string }>`
      select concept, merchant from transactions where household_id = ${household_id}
        and amount in (-4510, -90000, -3000, -1200) order by booked_at, concept`.execute(db)
    return rows.map(({ concept, merchant }) => `${concept}: ${merchant}`)
  }
  const payees = async () => {
    const { rows } = await sql<{ merchant: string }>`
      select merchant from expense_payees where household_id = ${household_id} order by 1`.execute(
      db,
    )
    return rows.map(({ merchant }) => merchant)
  }
  const renew = async () => {
    for (let left = 100; (await renewNextNames(product.runtime)) > 0; left--) assert.ok(left > 0)
  }
  return { ...given, named, payees, renew }
}

const renewed = [
  'Mercadona: mercadona',
  'Husleie November: husleie',
  'SMEDENS KRO: smedens-kro',
  'Albert: albert',
]

test('payments that an earlier version has named get the names and keys of today', async () => {
  const product = await startProduct()
  const { named, renew, list } = await olderHousehold(product)
  await renew()
  assert.deepEqual(
    (await named()).map((one) => one.toLowerCase()),
    renewed.map((one) => one.toLowerCase()),
  )
  const mercadona = (await list()).find(({ concept }) => concept === 'Mercadona')
  assert.equal(mercadona?.original_concept, 'COMPRA TARJ. 4176XXXXXXXX4821 EN MERCADONA, VALENCIA')
  assert.equal(await renewNextNames(product.runtime), 0)
})

test('Expenses know their payees by the keys that the payments have now', async () => {
  const product = await startProduct()
  const { payees, renew } = await olderHousehold(product)
  await renew()
  assert.deepEqual(await payees(), ['husleie', 'miete', 'smedens-kro'])
})

test('a name that a person or a rule has given stays', async () => {
  const product = await startProduct()
  const { named, renew, member, household_id } = await olderHousehold(product)
  await sql`update transactions set edited = array['concept']
    where household_id = ${household_id} and concept = 'En Mercadona, Valencia'`.execute(product.db)
  await member.client(categoryRulesApp).createCategoryRule({
    body: { text: 'smedens', concept: 'nota SMEDENS KRO', category_id: null },
  })
  await renew()
  assert.deepEqual(
    (await named()).map((one) => one.split(':')[0]),
    ['En Mercadona, Valencia', 'Husleie November', 'nota SMEDENS KRO', 'Albert'],
  )
})

test('a file that comes first finds the categories that people chose under earlier keys', async () => {
  const product = await startProduct()
  const { take, list, categories, household_id } = await olderHousehold(product)
  const category = Object.values(categories)[0]!
  await sql`update transactions set category_id = ${category}, category_why = null, edited = array['category_id']
    where household_id = ${household_id} and merchant = 'platba-kartou-albert-praha'`.execute(
    product.db,
  )
  await take('Date,Description,Amount\n2026-04-05,PLATBA KARTOU ALBERT 118 BRNO,-18.00\n')
  const fresh = (await list()).find(({ amount }) => amount === -1_800)
  assert.deepEqual([fresh?.concept, fresh?.category_id], ['Albert', category])
})

test('a document of an earlier version is loaded with the keys of today', async () => {
  const product = await startProduct()
  const { household_id } = await olderHousehold(product)
  const document = await readExport(product.runtime, household_id)
  const loaded = await product.household(document)
  const { rows } = await sql<{ merchant: string }>`
    select merchant from expense_payees where household_id = ${loaded.household_id} order by 1`.execute(
    product.db,
  )
  assert.deepEqual(
    rows.map(({ merchant }) => merchant),
    ['husleie', 'miete', 'smedens-kro'],
  )
})
