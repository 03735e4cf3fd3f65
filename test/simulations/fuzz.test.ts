import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { publicContracts } from '#/app/http/public-contracts.ts'
import { stateOf } from '../support/database-state.ts'
import { type Mischief, createDice, hugeBody, spoil } from '../support/openapi-mutations.ts'
import { placeOf, samplesOf, startScene, strangeIds } from '../support/openapi-samples.ts'

// Thousands of requests that are wrong in most ways a request can be. `request` holds every answer against the OpenAPI
// document: its status, its body, its headers. EARMARK_FUZZ_SEED repeats a run.

const SEED = Number(process.env['EARMARK_FUZZ_SEED'] ?? 20261121)
const REQUESTS = Number(process.env['EARMARK_FUZZ_REQUESTS'] ?? 3000)
const HUGE = 12
/** Reads that are sent at once: they disturb nobody, and share their admission. */
const TOGETHER = 16

const scene = await startScene({ limited: false })
const samples = samplesOf(scene)
const ids = [
  ...Object.values(scene.loaded.accounts),
  ...Object.values(scene.loaded.expenses),
  ...Object.values(scene.loaded.categories),
  ...Object.values(scene.loaded.transactions),
  ...Object.values(scene.other.accounts),
  ...Object.values(strangeIds(scene)),
  scene.loaded.household_id,
  scene.itemId,
  '0190a000-0000-7000-8000-00000000dead',
]
const targets = publicContracts
  .flatMap((contract) => Object.entries(contract as Readonly<Record<string, Endpoint>>))
  .map(([name, declared]) => ({ declared, sample: samples[name] ?? {}, ids }))

/** Counters that any write raises, and refused ones never. */
async function countWrites(): Promise<string> {
  const { rows } = await sql<{ counts: string }>`
    select concat_ws(' ', (select sum(revision) from households), (select count(*) from idempotency_keys),
      (select count(*) from transactions), (select count(*) from ledger_entries),
      (select count(*) from provider_accounts where selected)) as counts`.execute(scene.db)
  return rows[0]!.counts
}

async function send({ method, path, options }: Mischief): Promise<number> {
  const shown = `seed ${SEED}: ${method} ${path} ${JSON.stringify(options).slice(0, 600)}`
  try {
    const { status } = await scene.request(method, path, { key: scene.rw, ...options })
    assert.ok(status < 500, `${status}: ${scene.runtime.logged.at(-1)}`)
    return status
  } catch (error) {
    throw new Error(shown, { cause: error })
  }
}

test(`${REQUESTS} spoilt requests: no 500, every answer documented, no 4xx leaves a trace`, async (t) => {
  t.diagnostic(`seed ${SEED}`)
  const dice = createDice(SEED)
  const counted = new Map<number, number>()
  const count = (status: number) => counted.set(status, (counted.get(status) ?? 0) + 1)
  let before = await countWrites()
  let reads: Mischief[] = []
  for (let left = REQUESTS; left > 0; left -= 1) {
    const mischief = spoil(dice, dice.pick(targets))
    if (['GET', 'HEAD', 'OPTIONS'].includes(mischief.method)) {
      reads.push(mischief)
      if (reads.length < TOGETHER && left > 1) continue
      for (const status of await Promise.all(reads.map(send))) count(status)
      reads = []
      continue
    }
    const status = await send(mischief)
    count(status)
    const after = await countWrites()
    if (status >= 400) assert.equal(after, before, `seed ${SEED}: ${JSON.stringify(mischief)}`)
    before = after
  }
  for (const status of await Promise.all(reads.map(send))) count(status)
  t.diagnostic(JSON.stringify(Object.fromEntries([...counted].toSorted(([a], [b]) => a - b))))
  // The mutations are worth something only while both sides of validation are reached.
  for (const status of [200, 400, 401, 404]) {
    assert.ok((counted.get(status) ?? 0) > REQUESTS / 100, `${status}`)
  }
})

test('bodies of ten megabytes are refused, and leave every table as it was', async () => {
  const dice = createDice(SEED + 1)
  const writes = targets.filter(({ declared }) => declared.body)
  const state = await stateOf(scene.db)
  for (let count = 0; count < HUGE; count += 1) {
    const { declared, sample } = dice.pick(writes)
    const path = placeOf(declared.path, sample)
    const options = { rawBody: hugeBody(dice) }
    assert.equal(await send({ method: declared.method, path, options }), 400)
  }
  assert.equal(await stateOf(scene.db), state)
})
