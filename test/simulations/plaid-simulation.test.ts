import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Chance, givenChance } from '#/budget/expenses/rules/given.ts'
import { syncHousehold } from '#/sources/banks/sync/sync-household.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { budget } from '../support/given.ts'
import { assertBooks } from '../support/ledger.ts'
import { openAnother } from '../support/other-processes.ts'
import { connectedToPlaid, plaidAccount } from '../support/plaid.ts'
import { type Name, type Payment, simulatePlaid } from '../fakes/simulated-plaid.ts'

// A bank at Plaid for a season, linked again now and then: another login, other accounts, other ids, and less reported at
// first. People edit, delete and follow accounts or do not; processes die in the middle, and Plaid fails. What the
// household ends up with is held against what the bank finally knows.

const SEEDS = [2]
const STEPS = 45

for (const seed of SEEDS) {
  test(`each payment is there once with people's words, under any id (seed ${seed})`, async () => {
    await simulate(givenChance(seed))
  })
}

async function simulate(chance: Chance): Promise<void> {
  const given = await connectedToPlaid({
    accounts: [
      plaidAccount('A', { name: 'Checking 4820', mask: '4820' }),
      plaidAccount('B', { name: 'Savings 4821', mask: '4821', persistent: 'B' }),
    ],
    document: budget,
  })
  const { plaid, product, householdId, loaded, transactions, accounts } = given
  const { runtime, db } = product
  const app = (await product.member(householdId, loaded.members['ada']!, 800)).client(
    transactionsApp,
  )
  const simulated = simulatePlaid(plaid, { chance, now: runtime.now })
  const { payments } = simulated
  /** A person's edit of a transaction, and the payment that they meant. */
  const edits = new Map<string, { readonly payment: Payment; readonly notes: string }>()
  const deleted = new Set<Payment>()
  const announced = new Set<Payment>()
  let isFollowed = true
  let serial = 0
  let relinked = 0

  type Stored = { id: string; said: string; name: Name; amount: number; day: string }
  type Kept = Stored & { status: string; notes: string | null; isGone: boolean; event: boolean }
  /** Every payment of which anything is stored, with its transactions. */
  async function stored(): Promise<Map<Payment, Kept[]>> {
    const { rows } = await sql<Kept>`
      select t.id, m.external_id as said, right(a.name, 4) as name, t.amount, t.booked_at as day, t.status,
        t.notes, t.deleted_at is not null as "isGone", v.id is not null as event
      from provider_transactions m
      join transactions t on t.household_id = m.household_id and t.id = m.transaction_id
      join accounts a on a.household_id = t.household_id and a.id = t.account_id
      left join webhook_events v on v.household_id = t.household_id and v.id = t.id
      where m.household_id = ${householdId}`.execute(db)
    const paymentOf = new Map(payments.flatMap((one) => one.ids.map((id) => [id, one] as const)))
    const known = rows.map((row) => ({ row, payment: paymentOf.get(row.said)! }))
    return new Map(
      [...Map.groupBy(known, ({ payment }) => payment)].map(([payment, its]) => [
        payment,
        [...new Map(its.map(({ row }) => [row.id, row])).values()],
      ]),
    )
  }

  async function sync(): Promise<void> {
    const before = await stored()
    if (chance.below(6) === 0) await die()
    if (chance.below(10) === 0) {
      const code = 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION'
      plaid.state.faults.set('/transactions/sync', [
        { status: 400, type: 'TRANSACTIONS_ERROR', code },
      ])
    }
    if (chance.below(10) === 0) {
      plaid.state.faults.set('/accounts/get', [
        { status: 500, type: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' },
      ])
    }
    const report = await given.run()
    assert.notEqual(
      report.connections.at(-1)?.error?.code,
      'internal_error',
      runtime.logged.join(''),
    )
    runtime.logged.length = 0
    for (const [payment, rows] of await stored()) {
      if (!rows.some(({ event }) => event) || announced.has(payment)) continue
      assert.ok(!before.has(payment), `${payment.merchant} was known, and is announced`)
      announced.add(payment)
    }
  }

  async function die(): Promise<void> {
    let left = chance.below(60)
    const own = await openAnother(db, {
      onStatement: (text) => {
        left -= 1
        if (left < 0 && text !== 'rollback') throw new Error('died')
      },
    })
    await syncHousehold({ ...runtime, db: own }, householdId, 'provider_b').catch(() => {})
    await own.destroy()
    runtime.logged.length = 0
    runtime.advance({ minutes: 16 })
  }

  async function some(): Promise<{ id: string; payment: Payment } | null> {
    const known = [...(await stored())].flatMap(([payment, rows]) =>
      rows.filter(({ isGone }) => !isGone).map(({ id }) => ({ id, payment })),
    )
    const shown = new Set((await given.list()).map(({ id }) => id))
    const lately = known.filter(({ id }) => shown.has(id))
    return lately.length === 0 ? null : chance.pick(lately as [(typeof lately)[number]])
  }

  async function edit(): Promise<void> {
    const one = await some()
    if (!one) return
    serial += 1
    const notes = `note ${serial}`
    await transactions.editTransaction({ params: { id: one.id }, body: { notes } })
    edits.set(one.id, { payment: one.payment, notes })
  }

  async function remove(): Promise<void> {
    const one = await some()
    // Either of two equal payments may be the removed one.
    if (!one || one.payment.isTwin) return
    await app.removeTransaction({ params: { id: one.id } })
    deleted.add(one.payment)
    edits.delete(one.id)
  }

  async function follow(subscribed: boolean): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      select p.account_id as id from provider_accounts p
      join connections c on c.household_id = p.household_id and c.id = p.connection_id
      where p.household_id = ${householdId} and p.mask = '4821' and c.status <> 'disconnected'`.execute(
      db,
    )
    for (const { id } of rows) {
      await accounts.setSubscription({ params: { id }, body: { subscribed } })
    }
    isFollowed = subscribed
  }

  for (let day = 28; day > 0; day -= 1)
    simulated.pay(String(simulated.today().subtract({ days: day })))
  await sync()
  for (let step = 0; step < STEPS; step += 1) {
    for (let count = chance.below(4); count > 0; count -= 1) simulated.pay()
    simulated.progress()
    if (chance.below(5) === 0) simulated.correct()
    if (chance.below(3) === 0) await edit()
    if (chance.below(10) === 0) await remove()
    if (chance.below(10) === 0) await follow(!isFollowed)
    if (chance.below(10) === 0) {
      await simulated.relink(given.relink)
      isFollowed = true
      relinked += 1
    }
    if (chance.below(5) > 0) await sync()
    if (chance.below(2) === 0) simulated.tellRest()
    if (step % 20 === 0) await assertBooks(db, householdId)
    runtime.advance({ hours: 12 + chance.below(4) * 24 })
  }
  simulated.tellRest()
  await follow(true)
  for (let day = 0; day < 4; day += 1) {
    runtime.advance({ hours: 48 })
    simulated.progress()
    plaid.state.faults.clear()
    assert.equal((await given.run()).connections.at(-1)!.error, null)
  }
  await check()
  await assertBooks(db, householdId)
  assert.ok(relinked > 0 && announced.size > 0 && edits.size > 0)

  async function check(): Promise<void> {
    const known = await stored()
    const owners = new Map<string, Payment>()
    for (const payment of payments.filter(({ isGone }) => !isGone)) {
      const rows = known.get(payment) ?? []
      const said = `${payment.merchant} ${payment.ids.join(' ')}`
      assert.equal(rows.length, 1, `${said} is there ${rows.length} times`)
      const [row] = rows
      assert.equal(owners.get(row!.id), undefined, `${said} is another one as well`)
      owners.set(row!.id, payment)
      assert.equal(row!.isGone, deleted.has(payment), said)
      if (row!.isGone) continue
      const { name, amount, day, status } = row!
      assert.deepEqual(
        { name, amount, day, status },
        { name: payment.name, amount: -payment.amount, day: payment.day, status: 'booked' },
        said,
      )
    }
    const { rows: shown } = await sql<{ id: string; notes: string | null }>`
      select id, notes, concept, amount, booked_at, status from transactions
      where household_id = ${householdId} and visible and provider = 'provider_b'`.execute(db)
    assert.deepEqual(
      shown.filter(({ id }) => !owners.has(id)),
      [],
      'nothing is there that the bank does not know',
    )
    for (const { id, notes } of shown) {
      const mine = edits.get(id)
      assert.equal(notes, mine?.notes ?? null)
      if (mine && !mine.payment.isTwin) assert.equal(owners.get(id), mine.payment)
    }
  }
}
