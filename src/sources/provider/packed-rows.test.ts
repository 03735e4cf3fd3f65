import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import { createPackedRows } from './packed-rows.ts'
import type { AccountRef, ProviderTransaction } from './provider.ts'

const accounts: AccountRef[] = ['A', 'B'].map((externalId) => ({ institutionId: 'I', externalId }))

function row(id: number, version = 0): ProviderTransaction {
  const isTimed = id % 3 === 0
  return {
    account: accounts[id % 2]!,
    externalId: `row-${id}`,
    status: id % 7 === 0 ? 'pending' : 'booked',
    amount: -(100 * id + version + 1),
    currency: 'EUR',
    bookedOn: toDay('2026-03-01'),
    occurredOn: isTimed ? toDay('2026-02-28') : null,
    occurredAt: isTimed ? Temporal.Instant.from('2026-02-28T23:59:59.5Z') : null,
    rawDescription: `“Café” ${version} \u{1f950}`,
    merchant: isTimed ? 'Café' : null,
    memo: null,
    mcc: null,
    providerCategory: isTimed ? { taxonomy: 'plaid_v2', code: 'FOOD', confidence: null } : null,
    replacesExternalId: isTimed ? `pending-${id}` : null,
  }
}

function packRows() {
  const packed = createPackedRows()
  const given = Array.from({ length: 1234 }, (_, id) => row(id))
  for (const one of given) packed.add(one)
  return { packed, given }
}

test('packed rows are unpacked unchanged, every time they are iterated', () => {
  const { packed, given } = packRows()
  for (let time = 0; time < 2; time += 1) {
    assert.deepEqual([...packed.rows].map(plain), given.map(plain))
  }
})

test('unpacked rows share their account references', () => {
  const { packed, given } = packRows()
  for (const [index, one] of [...packed.rows].entries()) {
    assert.equal(one.account, given[index]!.account)
  }
})

test('the latest version of a row counts, within one chunk and across chunks', () => {
  const packed = createPackedRows()
  const expected = new Map<string, ProviderTransaction>()
  // Rows are added, changed and forgotten at random.
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let version = 0; version < 6000; version += 1) {
    const one = row(random(2500), version)
    if (random(4) === 0) {
      packed.forget(one.externalId)
      expected.delete(one.externalId)
    } else {
      packed.add(one)
      expected.set(one.externalId, one)
    }
  }
  const byId = (a: ProviderTransaction, b: ProviderTransaction) =>
    a.externalId < b.externalId ? -1 : 1
  assert.deepEqual(
    [...packed.rows].toSorted(byId).map(plain),
    [...expected.values()].toSorted(byId).map(plain),
  )
})

/** Writes the instant as text, so that `deepEqual` compares it. */
function plain(one: ProviderTransaction) {
  return { ...one, occurredAt: one.occurredAt?.toString() ?? null }
}
