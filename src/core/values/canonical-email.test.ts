import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '../../../test/support/database.ts'
import { canonicalEmail } from './canonical-email.ts'

const { db } = await createTestDatabase()

test('code and database agree on the canonical form of every address', async () => {
  const letters = Array.from({ length: 0x2_000 }, (_, at) => String.fromCodePoint(0x21 + at))
  const addresses = [...letters.map((letter) => `A${letter}b@EXAMPLE.com`), 'iİıIſSKk@Straße.DE']
  const { rows } = await sql<{ given: string; canonical: string }>`
    select given, canonical_email(given) as canonical
    from unnest(${addresses}::text[]) as a(given)`.execute(db)
  assert.equal(rows.length, addresses.length)
  for (const { given, canonical } of rows) assert.equal(canonicalEmail(given), canonical)
})

test('only the case of ASCII letters and the blanks around an address are ignored', () => {
  assert.equal(canonicalEmail(' ADA@Example.COM '), 'ada@example.com')
  assert.notEqual(canonicalEmail('İNFO@example.com'), canonicalEmail('INFO@example.com'))
})

test('an address is found by the index on its canonical form', async () => {
  const plan = await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`
      explain select id from persons where canonical_email(email) = 'ada@example.com'`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  assert.match(plan, /persons_by_email/)
})
