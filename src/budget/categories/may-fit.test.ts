import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { findRules, type Rule } from './rule.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { mayFit } from './may-fit.ts'

const { db } = await createTestDatabase()

const accounts = ['0197a000-0000-7000-8000-000000000001', '0197a000-0000-7000-8000-000000000002']
const texts = [
  'GREEN*FORK 0042',
  'Grëen Förk',
  'Ｇreen fork',
  'green',
  'fork green',
  'Ünal',
  '100%',
]
const amounts = [-500, 500, -1200]

const rows = texts.flatMap((concept, at) =>
  amounts.flatMap((amount) =>
    accounts.map((accountId) => {
      const original = at % 2 === 0 ? null : 'POS Green-Fork'
      return { concept, original, descriptor: original ?? concept, amount, accountId }
    }),
  ),
)

function ruleOf(rule: Partial<Rule>): Rule {
  const open = { direction: null, minAmount: null, maxAmount: null, accountId: null }
  const given = { id: accounts[0]!, match: 'contains' as const, categoryId: null, concept: null }
  return { ...given, expenseId: null, ...open, text: 'green', ...rule }
}

const rules = [
  ...['Green fork', 'gréen  FORK', 'fork', 'ork g', 'unal', '%', '100 %', '42', 'ö'].flatMap(
    (text) => [ruleOf({ text }), ruleOf({ text, match: 'is' })],
  ),
  ruleOf({ direction: 'out' }),
  ruleOf({ direction: 'in', accountId: accounts[1]! }),
  ruleOf({ minAmount: 500, maxAmount: 500 }),
  ruleOf({ minAmount: 501, direction: 'out' }),
]

test('the condition keeps every match and drops ASCII rows that do not match', async () => {
  const given = JSON.stringify(rows.map((row, index) => ({ index, ...row })))
  for (const rule of rules) {
    const { rows: found } = await sql<{ index: number }>`
      select index from jsonb_to_recordset(${given}::jsonb) as t (index int, concept text,
        original text, amount bigint, "accountId" uuid)
      cross join lateral (select t.original as original_concept, t."accountId" as account_id) named
      where ${mayFit(rule)}`.execute(db)
    const read = new Set(found.map(({ index }) => index))
    const find = findRules([rule])
    for (const [index, row] of rows.entries()) {
      const message = `${JSON.stringify(rule)} on ${JSON.stringify(row)}`
      if (find(row).length > 0) assert.ok(read.has(index), message)
    }
  }
  const { rows: none } = await sql`
    select from (values ('Kiosk', null::text), ('Forks', 'POS 1')) t (concept, original_concept)
    where ${mayFit(ruleOf({}))}`.execute(db)
  assert.equal(none.length, 0)
})
