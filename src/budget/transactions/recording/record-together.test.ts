import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { toDay } from '#/core/values/day.ts'
import { sqlState } from '#/platform/database/database.ts'
import type { WriteRequest } from '#/platform/idempotency/at-once.ts'
import { budget } from '../../../../test/support/given.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import {
  hold,
  openAnother,
  openFragile,
  until,
  waitingForLocks,
} from '../../../../test/support/other-processes.ts'
import { ada, startProduct } from '../../../../test/support/product.ts'
import { forSeedsInTurn } from '../../../../test/simulations/seeds.ts'
import { type NewTransaction, toPayment } from './payment.ts'
import { type RequestedPayment, recordAlone } from './record-alone.ts'
import { recordTogether } from './record-together.ts'

const product = await startProduct({ limited: false })
const { runtime, db } = product
let statements: string[] = []
const watched = await openAnother(db, {
  connectionsMax: 4,
  onStatement: (text) => statements.push(/record_payments?/.exec(text)?.[0] ?? text),
})
const scope = { ...runtime, db: watched }
const elsewhere = await openAnother(db)
/** On several machines no statement names two households. */
const skip = runtime.isDistributed === true && 'payments are recorded alone'

async function home() {
  const loaded = await product.household({ ...ada, ...budget })
  await runDueHouseholds(runtime)
  return loaded
}
type Home = Awaited<ReturnType<typeof home>>

type ChosenKey = Pick<WriteRequest, 'key'>

/** A payment of a household, whose keys and ids are its own. */
function coffee(
  { household_id: householdId, accounts, categories }: Home,
  { key = runtime.newId(), ...change }: Partial<NewTransaction> & Partial<ChosenKey> = {},
): RequestedPayment {
  const body = {
    account_id: accounts['checking']!,
    amount: -450,
    concept: 'Coffee “Zoë” \\ 5',
    booked_at: toDay('2026-01-05'),
    category_id: categories['food']!,
    ...change,
  }
  const fingerprint = createHash('sha256').update(`${body.amount} ${body.concept}`).digest()
  const request = {
    key,
    fingerprint: key === null ? null : fingerprint,
    requestId: 'req_1',
    now: runtime.now(),
  }
  return { householdId, payment: toPayment(body, runtime), request }
}

/** The answers to payments that come at the same time, and the statements that recorded them; an error by its SQLSTATE. */
async function together(payments: readonly RequestedPayment[]) {
  statements = []
  const answers = await Promise.all(
    payments.map((requested) => answerOf(recordTogether(scope, requested))),
  )
  return { answers, statements }
}

async function inOrder(payments: readonly RequestedPayment[]) {
  const answers = []
  for (const requested of payments) answers.push(await answerOf(recordAlone(runtime, requested)))
  return answers
}

const answerOf = (recorded: Promise<string | null>) =>
  recorded.catch((error: unknown) => sqlState(error) ?? String(error))

async function stored({ household_id: id }: Home) {
  const { rows } = await sql<object>`
    select t.amount, t.currency, t.concept, t.booked_at, t.type, t.status, t.category_id is not null as filed, t.notes,
      t.merchant, t.provider, t.edited, t.history, t.hidden, t.created_at, t.updated_at, h.revision as reached,
      a.name, a.balance, a.balance_at, w.look_at, k.status as answered, k.fingerprint, k.request_id, k.created_at as claimed_at,
      k.body::json ->> 'id' = t.id::text as is_own,
      (select array_agg(r.revision order by r.revision) from transactions r where r.household_id = ${id}) as revisions,
      (select array_agg(l.cash order by l.quarter) from cash_levels l
        where l.household_id = ${id} and l.account_id = a.id) as cash
    from transactions t join accounts a on a.household_id = ${id} and a.id = t.account_id
    join households h on h.household_id = ${id}
    left join idempotency_keys k on k.household_id = ${id} and k.key = t.idempotency_key
    left join notice_watches w on w.household_id = ${id}
    where t.household_id = ${id} order by t.amount, t.concept, t.booked_at, t.notes`.execute(db)
  return rows
}

/** A line without the ids that differ between two households. */
function withoutIds(answer: string | null): string | null {
  return answer?.replaceAll(/"(id|account_id|category_id)":"[^"]*"/g, '"$1":"…"') ?? null
}

/** Makes payments of a household need more, each in another way. */
const conditions: readonly ((home: Home) => Promise<unknown>)[] = [
  async () => {},
  ({ household_id: id }) =>
    sql`insert into payday_waits (household_id, day, until, arrived)
      values (${id}, '2026-01-05', '2026-01-08', false)`.execute(db),
  ({ household_id: id, categories, expenses }) =>
    sql`insert into category_rules (household_id, id, position, match, text, category_id, expense_id, created_at, updated_at)
      values (${id}, ${runtime.newId()}, 1, 'contains', 'tea', ${categories['food']}, ${expenses['trip']}, ${runtime.now()},
        ${runtime.now()})`.execute(db),
  ({ household_id: id, members }) =>
    sql`insert into webhooks (household_id, id, member_id, name, url, header_names, secret, enabled, paused_reason, epoch,
      created_at, updated_at) values (${id}, ${runtime.newId()}, ${members['ada']}, 'One', 'https://hooks.example/', '{}',
      '\\x00', false, 'user', 0, ${runtime.now()}, ${runtime.now()})`.execute(db),
  ({ household_id: id }) =>
    sql`update households set due_at = ${runtime.now()} where household_id = ${id}`.execute(db),
  ({ household_id: id }) =>
    sql`update households set standing = 'moving' where household_id = ${id}`.execute(db),
  ({ household_id: id, accounts }) =>
    sql`update accounts set hidden = true, subscribed = false
      where household_id = ${id} and id = ${accounts['checking']}`.execute(db),
  ({ household_id: id }) =>
    sql`insert into notice_watches (household_id, since, revision, rests_until, look_at)
      values (${id}, ${runtime.now()}, 0, ${runtime.now()}, ${runtime.now().add({ hours: 9000 })})`.execute(
      db,
    ),
  ({ household_id: id, expenses }) =>
    sql`insert into expense_payees (household_id, merchant, expense_id, since)
      values (${id}, 'corner-bakery', ${expenses['groceries']}, '2026-01-01')`.execute(db),
  async (one) => {
    await recordAlone(runtime, decided(coffee(one, { concept: 'Corner Bakery' })))
  },
]

/** The payment after a person has chosen that no Expense pays for it. */
function decided(requested: RequestedPayment): RequestedPayment {
  return { ...requested, payment: { ...requested.payment, edited: ['expense_goal_id'] } }
}

test(
  'payments that come together are recorded as one after another, by one statement',
  { skip },
  async () => {
    await forSeedsInTurn(2, async (chance) => {
      const twins: [Home, Home][] = []
      const all = [...conditions, conditions[0]!]
      for (const _ of all) twins.push([await home(), await home()])
      // Afterwards, because a new home has the due days of all worked off.
      for (const [index, prepare] of all.entries()) {
        for (const one of twins[index]!) await prepare(one)
      }
      const rarely = <Value>(rare: Value, usual: Value) => (chance.below(10) === 0 ? rare : usual)
      const drawn = Array.from({ length: 160 }, () => {
        const pair = twins[chance.below(twins.length)]!
        const account = rarely(chance.pick(['visa', 'rent']), 'checking')
        const category = rarely('checking', chance.pick(['food', 'fun', null]))
        const body = {
          amount: chance.pick([-450, -1, 1200, 250_000]),
          concept: chance.pick(['Corner Bakery', 'Tea', 'Söl "x" \\ 7']),
          booked_at: toDay(chance.pick(['2026-01-05', '2025-12-31', '2019-02-03'])),
          notes: chance.pick([null, 'with Bo']),
          key: rarely(null, runtime.newId()),
        }
        return (side: 0 | 1) => {
          const { accounts, categories, expenses } = pair[side]
          const places = { ...accounts, ...categories, ...expenses }
          return coffee(pair[side], {
            ...body,
            account_id: places[account]!,
            category_id: category === null ? null : places[category]!,
          })
        }
      })
      const sent = drawn.map((payment) => rarely(drawn[chance.below(drawn.length)]!, payment))
      const answers: (string | null)[] = []
      for (let from = 0; from < sent.length; from += 32) {
        const batch = await together(sent.slice(from, from + 32).map((payment) => payment(0)))
        assert.equal(batch.statements[0], 'record_payments')
        answers.push(...batch.answers)
      }
      const alone = await inOrder(sent.map((payment) => payment(1)))
      // A category that is not there is refused only where the payment is alone; both are then recorded step by step.
      const refused = (answer: string | null) => (answer === '23503' ? null : withoutIds(answer))
      assert.deepEqual(answers.map(refused), alone.map(refused))
      assert.ok(answers.some((answer) => answer !== null))
      for (const [one, other] of twins) {
        assert.deepEqual(await stored(one), await stored(other))
        await assertBooks(db, one.household_id)
      }
    })
  },
)

test(
  'one statement records what comes together, and a payment by itself has its own',
  { skip },
  async () => {
    const [one, other] = [await home(), await home()]
    const several = await together([coffee(one), coffee(other), coffee(one)])
    assert.deepEqual(several.statements, ['record_payments'])
    assert.deepEqual((await together([coffee(one)])).statements, ['record_payment'])
    assert.deepEqual([(await stored(one)).length, (await stored(other)).length], [3, 1])
  },
)

test('a household that another write holds does not hold up the others', { skip }, async () => {
  const [one, other] = [await home(), await home()]
  const writer = await hold(elsewhere, (tx) =>
    sql`update households set revision = revision + 1 where household_id = ${one.household_id}`.execute(
      tx,
    ),
  )
  statements = []
  try {
    const waits = answerOf(recordTogether(scope, coffee(one)))
    const goesOn = await answerOf(recordTogether(scope, coffee(other)))
    assert.match(goesOn ?? '', /"amount":-450/)
    await until('the other waits', async () => (await waitingForLocks(db)) === 1)
    assert.deepEqual(statements, ['record_payments', 'record_payment'])
    await writer.letGo()
    assert.match((await waits) ?? '', /"amount":-450/)
  } finally {
    await writer.letGo()
  }
  assert.deepEqual([(await stored(one)).length, (await stored(other)).length], [1, 1])
})

test('a key that another request holds does not hold up the others', { skip }, async () => {
  const [one, other] = [await home(), await home()]
  const first = await hold(elsewhere, (tx) =>
    sql`insert into idempotency_keys (household_id, key, fingerprint, request_id, created_at)
      values (${one.household_id}, 'the-only-one', '\\x00', 'req_1', ${runtime.now()})`.execute(tx),
  )
  try {
    const waits = answerOf(recordTogether(scope, coffee(one, { key: 'the-only-one' })))
    const goesOn = await answerOf(recordTogether(scope, coffee(other)))
    assert.match(goesOn ?? '', /"amount":-450/)
    await first.letGo()
    assert.match((await waits) ?? '', /"amount":-450/)
  } finally {
    await first.letGo()
  }
})

test('a payment that is refused does not take the others with it', { skip }, async () => {
  const [one, other] = [await home(), await home()]
  await sql`update accounts set balance = 99999999999999 where household_id = ${one.household_id}`.execute(
    db,
  )
  const { answers } = await together([coffee(one, { amount: 100 }), coffee(other)])
  assert.equal(answers[0], '23514')
  assert.match(answers[1] ?? '', /"amount":-450/)
  assert.deepEqual([(await stored(one)).length, (await stored(other)).length], [0, 1])
})

test(
  'what is refused for one payment and can be known before needs no second statement',
  { skip },
  async () => {
    const one = await home()
    const lost = coffee(one, { category_id: one.accounts['visa']! })
    const asked = await together([lost, coffee(one)])
    assert.deepEqual(
      asked.answers.map((answer) => answer !== null),
      [false, true],
    )
    assert.deepEqual(asked.statements, ['record_payments'])
  },
)

test('a key outlives its stored answer', { skip }, async () => {
  const one = await home()
  await together([coffee(one, { key: 'the-only-one' }), coffee(one)])
  await sql`delete from idempotency_keys where household_id = ${one.household_id}`.execute(db)
  const { answers } = await together([coffee(one, { key: 'the-only-one' }), coffee(one)])
  assert.deepEqual(
    answers.map((answer) => answer !== null),
    [false, true],
  )
})

test(
  'payments without a key are each recorded together, and store no answer',
  { skip },
  async () => {
    const one = await home()
    const { answers } = await together(Array.from({ length: 4 }, () => coffee(one, { key: null })))
    assert.equal(new Set(answers).size, 4)
    assert.equal((await stored(one)).length, 4)
    const { rows } = await sql`select key from idempotency_keys
    where household_id = ${one.household_id}`.execute(db)
    assert.deepEqual(rows, [])
    await assertBooks(db, one.household_id)
  },
)

test('repeats that come together are recorded once', { skip }, async () => {
  const one = await home()
  const repeats = Array.from({ length: 3 }, () => coffee(one, { key: 'the-only-one' }))
  const { answers } = await together([...repeats, coffee(one)])
  assert.deepEqual(
    answers.map((answer) => answer !== null),
    [true, false, false, true],
  )
  assert.equal((await stored(one)).length, 2)
  await assertBooks(db, one.household_id)
})

test('a database that fails fails for all of them, and nothing is recorded', { skip }, async () => {
  const one = await home()
  const { fuse, fragile } = await openFragile(db)
  fuse.left = 0
  const failing = [coffee(one), coffee(one)].map((requested) =>
    answerOf(recordTogether({ ...runtime, db: fragile }, requested)),
  )
  for (const answer of await Promise.all(failing)) assert.match(answer ?? '', /injected/)
  assert.deepEqual(await stored(one), [])
})

test('many requests at once are each answered with their own payment', async () => {
  const homes = [await home(), await home(), await home()]
  const sent = Array.from({ length: 45 }, (_, index) => {
    const one = homes[index % 3]!
    const key = index % 5 === 0 ? null : runtime.newId()
    const { payment, request } = coffee(one, { key, amount: -100 - index })
    const { account_id, amount, concept, booked_at, category_id } = payment
    return product.request('POST', '/transactions', {
      key: one.keys['rw']!.api_key,
      headers: request.key === null ? {} : { 'idempotency-key': request.key },
      body: { account_id, amount, concept, booked_at, category_id },
    })
  })
  const answers = await Promise.all(sent)
  for (const [index, { status, body }] of answers.entries()) {
    assert.deepEqual([status, body['amount']], [200, -100 - index])
  }
  assert.equal(new Set(answers.map(({ body }) => body['id'])).size, 45)
  for (const one of homes) {
    assert.equal((await stored(one)).length, 15)
    await assertBooks(db, one.household_id)
  }
})
