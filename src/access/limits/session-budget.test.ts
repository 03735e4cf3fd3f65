import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Refusal } from '#/platform/contract/refusal.ts'
import { managementRoutes } from '#/app/http/app-api.ts'
import { outcome } from '../../../test/support/given-account.ts'
import { budget } from '../../../test/support/given.ts'
import { type Member, startProduct } from '../../../test/support/product.ts'
import { createSessionBudget, HOUSEHOLD_UNITS, PERSON_UNITS } from './session-budget.ts'

const product = await startProduct()
const { runtime } = product

async function household(names: readonly string[] = ['ada']) {
  const { household_id, members } = await product.household({
    ...budget,
    members: names.map((ref) => {
      return { ref, name: ref, email: `${ref}@example.com`, role: 'owner' as const }
    }),
    keys: [],
  })
  const signIn = (name: string) => product.member(household_id, members[name]!)
  return { id: household_id, signIn, people: await Promise.all(names.map(signIn)) }
}

const costOf = (path: string) =>
  managementRoutes.find(([endpoint]) => endpoint.path === path)![0].cost!

/** Spends all units of a person's minute, with the most expensive endpoint. */
async function spendAll(member: Member): Promise<void> {
  const requests = PERSON_UNITS.minute / costOf('/export')
  for (let sent = 0; sent < requests; sent += 1) {
    assert.equal((await member.request('GET', '/export')).status, 200)
  }
}

const nextMinute = () => {
  const { epochMilliseconds } = runtime.now()
  runtime.advance({ milliseconds: 60_000 - (epochMilliseconds % 60_000) })
}

test('a refused person gets the exact seconds until the next minute', async () => {
  nextMinute()
  runtime.advance({ seconds: 17 })
  const [ada] = (await household()).people
  await spendAll(ada!)
  const refused = await ada!.request('GET', '/session')
  assert.deepEqual(outcome(refused), [429, 'rate_limit_exceeded'])
  assert.equal(refused.headers.get('retry-after'), '43')
  assert.equal(refused.body.error.retry_after, 43)
  runtime.advance({ seconds: 42, milliseconds: 500 })
  const last = await ada!.request('GET', '/session')
  assert.deepEqual([last.status, last.headers.get('retry-after')], [429, '1'])
  runtime.advance({ milliseconds: 500 })
  assert.equal((await ada!.request('GET', '/session')).status, 200)
})

test('an empty budget applies to all sessions of the person, and to nobody else', async () => {
  nextMinute()
  const home = await household(['ada', 'bob'])
  const [ada, bob] = home.people
  const elsewhere = await household()
  const phone = await home.signIn('ada')
  await spendAll(ada!)
  assert.equal((await phone.request('GET', '/home')).status, 429)
  assert.equal((await bob!.request('GET', '/home')).status, 200)
  assert.equal((await elsewhere.people[0]!.request('GET', '/home')).status, 200)
  // Requests without a household are paid by the person alone.
  const another = { name: 'B', timezone: 'Europe/Madrid', currency: 'EUR' }
  assert.equal((await ada!.request('POST', '/households', { body: another })).status, 429)
  assert.equal((await ada!.request('POST', '/passkeys/options')).status, 429)
  assert.equal((await phone.request('POST', '/sign-out')).status, 200)
})

test('the budget sends no statement, and a refused request none at all', async () => {
  nextMinute()
  const [ada] = (await household()).people
  product.takeStatements()
  await ada!.request('GET', '/expenses')
  const statements = product.takeStatements()
  // The session, its member, and what was asked for.
  assert.equal(statements.length, 3, statements.join('\n'))
  await spendAllOf(ada!)
  product.takeStatements()
  assert.equal((await ada!.request('GET', '/expenses')).status, 429)
  assert.deepEqual(product.takeStatements(), [])
})

async function spendAllOf(member: Member): Promise<void> {
  while ((await member.request('GET', '/export')).status === 200);
  while ((await member.request('GET', '/session')).status === 200);
}

test('members of a household share a budget that no single member can use up', async () => {
  nextMinute()
  const home = await household(['ada', 'bob', 'eve'])
  const [ada, bob, eve] = home.people
  await spendAll(ada!)
  assert.equal((await eve!.request('GET', '/home')).status, 200)
  await bob!.request('GET', '/session')
  while ((await bob!.request('GET', '/export')).status === 200);
  while ((await bob!.request('GET', '/home')).status === 200);
  while ((await eve!.request('GET', '/home')).status === 200);
  const refused = await eve!.request('GET', '/home')
  assert.match(refused.body.error.message, /^The members of this household/)
  assert.equal(refused.body.error.retry_after, 60)
  // Her personal budget is not used up.
  assert.equal((await eve!.request('GET', '/session')).status, 200)
  const { people } = await household()
  assert.equal((await people[0]!.request('GET', '/home')).status, 200)
})

test('another site cannot use up the budget of a person who visits it', async () => {
  nextMinute()
  const [ada] = (await household()).people
  const headers = { 'sec-fetch-site': 'cross-site' }
  for (let sent = 0; sent < PERSON_UNITS.minute / costOf('/category-rules/apply'); sent += 1) {
    const crossed = await ada!.request('POST', '/category-rules/apply', { body: {}, headers })
    assert.equal(crossed.status, 403)
  }
  assert.equal((await ada!.request('GET', '/export')).status, 200)
})

/** Creates a function that spends at a given time: null if it was counted, else the seconds to wait. */
function counting(start: string) {
  let now = Temporal.Instant.from(start)
  const units = createSessionBudget(() => now)
  return {
    at: (moment: string) => (now = Temporal.Instant.from(moment)),
    spend: (personId: string, cost: number, householdId: string | null = null) => {
      try {
        units.spend(personId, { personId, householdId }, cost)
        return null
      } catch (error) {
        const { code, retryAfterSeconds } = error as Refusal
        return [code, retryAfterSeconds]
      }
    },
  }
}

test('an hour’s budget is less than that of sixty full minutes', () => {
  const { at, spend } = counting('2026-01-05T12:00:00Z')
  let minute = 0
  for (let left: number = PERSON_UNITS.hour; left > 0; minute += 1) {
    at(`2026-01-05T12:${String(minute).padStart(2, '0')}:00Z`)
    const cost = Math.min(left, PERSON_UNITS.minute)
    assert.equal(spend('ada', cost), null)
    left -= cost
  }
  at('2026-01-05T12:50:00Z')
  assert.deepEqual(spend('ada', 1), ['account_rate_limit_exceeded', 600])
  assert.equal(spend('ada', 0), null)
  at('2026-01-05T13:00:00Z')
  assert.equal(spend('ada', 1), null)
})

test('a refused request is not counted, and a cheaper one still passes', () => {
  const { spend } = counting('2026-01-05T12:00:30Z')
  assert.equal(spend('ada', PERSON_UNITS.minute - 5), null)
  for (let tried = 0; tried < 3; tried += 1) {
    assert.deepEqual(spend('ada', 6), ['rate_limit_exceeded', 30])
  }
  assert.equal(spend('ada', 5), null)
  assert.deepEqual(spend('ada', 1), ['rate_limit_exceeded', 30])
})

test('a request refused for the household takes nothing from the person', () => {
  const { spend } = counting('2026-01-05T12:00:00Z')
  const half = HOUSEHOLD_UNITS.minute / 2
  assert.equal(spend('ada', half, 'home'), null)
  assert.equal(spend('bob', half, 'home'), null)
  assert.deepEqual(spend('eve', 1, 'home'), ['rate_limit_exceeded', 60])
  assert.equal(spend('eve', PERSON_UNITS.minute, 'elsewhere'), null)
})

test('a clock that is set back past the end of a minute does not refill a budget', () => {
  const { at, spend } = counting('2026-01-05T12:01:00Z')
  assert.equal(spend('ada', PERSON_UNITS.minute), null)
  at('2026-01-05T12:00:59Z')
  assert.deepEqual(spend('ada', 1), ['rate_limit_exceeded', 61])
  // A clock that was far ahead blocks nobody.
  at('2026-01-05T11:00:00Z')
  assert.equal(spend('ada', 1), null)
})
