import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Chance, givenChance } from '#/budget/expenses/rules/given.ts'
import { importDue } from '#/sources/banks/sync/import-next-connection.ts'
import { connectionsApp } from '#/sources/banks/connections/app-contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { connectedToEurope, europeanAccount } from '../support/enable-banking.ts'
import { budget } from '../support/given.ts'
import { assertBooks } from '../support/ledger.ts'
import { openAnother } from '../support/other-processes.ts'
import { type Payment, simulateEurope } from '../fakes/simulated-europe.ts'

// A Spanish bank for more than 90 days, through a consent that ends and one that is withdrawn in the middle of an import. The
// schedule alone asks, as on a server that nobody looks at; people edit, delete, renew, disconnect and come back; processes die
// between any two statements; the bank fails, cuts its pages, limits visits and renames its references. What the household ends
// up with is held against the books of the bank: what it has booked, and the balances that this makes.

const SEEDS = [1]
const LAST_DAY = '2026-04-24'

for (const seed of SEEDS) {
  test(`each payment of 90 days is there once, through ended consents (seed ${seed})`, async () => {
    await simulate(givenChance(seed))
  })
}

async function simulate(chance: Chance): Promise<void> {
  const given = await connectedToEurope({
    accounts: [europeanAccount('A'), europeanAccount('B', { name: 'Ahorro B', type: 'SVGS' })],
    document: budget,
  })
  const { bank, product, householdId, loaded, transactions, connections } = given
  let { connectionId } = given
  const { runtime, db } = product
  const member = await product.member(householdId, loaded.members['ada']!, 800)
  const app = member.client(transactionsApp)
  const simulated = simulateEurope(bank, { chance, now: runtime.now })
  const { payments } = simulated
  bank.state.pageSize = 3
  const notes = new Map<string, { readonly text: string; readonly payment: Payment | null }>()
  const deleted = new Set<string>()
  let [serial, renewals, withdrawn, died, cut, returned] = [0, 0, 0, 0, 0, 0]

  type Stored = {
    id: string
    account: string
    merchant: string
    amount: number
    day: string
    status: string
    notes: string | null
    type: string
    isGone: boolean
    event: boolean
  }
  async function stored(): Promise<Stored[]> {
    const { rows } = await sql<Stored>`
      select t.id, p.external_id as account, t.concept as merchant, coalesce(m.amount, t.amount) as amount,
        t.booked_at as day, t.status, t.notes, t.type, t.deleted_at is not null as "isGone", v.id is not null as event
      from transactions t
      join provider_accounts p on p.household_id = t.household_id and p.account_id = t.account_id
      -- A deleted payment keeps its amount when the bank corrects it, until somebody restores it.
      left join provider_transactions m on t.deleted_at is not null and m.household_id = t.household_id
        and m.transaction_id = t.id and m.removed_at is null
      left join webhook_events v on v.household_id = t.household_id and v.id = t.id
      where t.household_id = ${householdId} and t.provider = 'provider_c'
      order by t.booked_at, t.concept, t.amount, t.id`.execute(db)
    return rows
  }
  const listed = async () => (await stored()).filter(({ isGone }) => !isGone)

  /** The schedule's own import, now and then in a process that dies before one of its statements. */
  async function sync(): Promise<void> {
    simulated.show()
    const before = new Map((await stored()).map((one) => [one.id, one]))
    if (chance.below(5) === 0) await die()
    const fault = chance.below(12)
    if (fault === 0) bank.state.faults.set('transactions', [{ status: 502, error: 'ASPSP_ERROR' }])
    if (fault === 1) bank.state.faults.set('balances', [{ status: 500 }])
    if (fault === 2 && withdrawn < 3) {
      bank.state.onPage = (page) => {
        if (page !== 1) return
        bank.withdraw('CLOSED')
        withdrawn += 1
        bank.state.onPage = () => undefined
      }
    }
    if (fault > 8) bank.state.cuts = 1
    const isDue = (await importDue(runtime)) > 0
    if (fault > 8) cut += 1 - bank.state.cuts
    bank.state.cuts = 0
    bank.state.faults.clear()
    bank.state.onPage = () => undefined
    const { rows: runs } = await sql<{ error_code: string | null; error_message: string | null }>`
      select error_code, error_message from sync_runs where household_id = ${householdId}
      order by started_at desc, id desc limit 1`.execute(db)
    const code = runs[0]?.error_code
    assert.notEqual(code, 'internal_error', runtime.logged.join(''))
    runtime.logged.length = 0
    const after = await stored()
    if (code === 'reauth_required') {
      assert.equal(after.length, before.size, 'an import that loses its consent stores nothing')
      await given.consent(connectionId)
      renewals += 1
    }
    for (const { id, event } of after) {
      const was = before.get(id)
      if (was) assert.equal(event, was.event, 'what is known announces nothing')
    }
    const [connection, ...others] = await connections.listConnections({})
    assert.deepEqual([connection!.id, others], [connectionId, []], 'a renewal adds no bank')
    assert.equal(connection!.subscribed_account_count, 2)
    if (isDue && code === null && connection!.status === 'healthy') simulated.imported()
  }

  async function die(): Promise<void> {
    let left = chance.below(60)
    const own = await openAnother(db, {
      onStatement: (text) => {
        left -= 1
        if (left < 0 && text !== 'rollback') throw new Error('died')
      },
    })
    await importDue({ ...runtime, db: own }).catch(() => {})
    await own.destroy()
    died += 1
    runtime.logged.length = 0
    runtime.advance({ minutes: 16 })
  }

  const paymentOf = ({ account, merchant, amount }: Stored) =>
    payments.find(
      (one) =>
        one.hash === account && one.amount === amount && one.merchant === merchant && !one.isTwin,
    ) ?? null

  async function edit(): Promise<void> {
    const known = await listed()
    if (known.length === 0) return
    const one = chance.pick(known as [Stored])
    serial += 1
    const text = `note ${serial}`
    await transactions.editTransaction({ params: { id: one.id }, body: { notes: text } })
    notes.set(one.id, { text, payment: paymentOf(one) })
  }

  async function remove(): Promise<void> {
    const known = (await listed()).filter(({ status }) => status === 'booked')
    if (known.length === 0) return
    const one = chance.pick(known as [Stored])
    await app.removeTransaction({ params: { id: one.id } })
    // The bank goes on to correct what is deleted here.
    const payment = paymentOf(one)
    if (payment) simulated.correct([payment])
    deleted.add(one.id)
    notes.delete(one.id)
  }

  /** The member removes the bank, and days later gives a consent for the same accounts. */
  async function leaveAndReturn(): Promise<void> {
    await member.prove()
    await member.client(connectionsApp).removeConnection({ params: { id: connectionId } })
    for (let day = 0; day < 3; day += 1) {
      simulated.pay()
      simulated.progress()
      runtime.advance({ hours: 24 })
    }
    simulated.show()
    connectionId = await given.consent()
    returned += 1
  }

  for (let day = 28; day > 0; day -= 1)
    simulated.pay(String(simulated.today().subtract({ days: day })))
  while (String(simulated.today()) < LAST_DAY) {
    for (let count = chance.below(3); count > 0; count -= 1) simulated.pay()
    simulated.progress()
    if (chance.below(6) === 0) simulated.correct()
    if (chance.below(12) === 0) simulated.rename()
    if (chance.below(6) === 0) simulated.transfer()
    await sync()
    if (returned === 0 && String(simulated.today()) > '2026-04-12') await leaveAndReturn()
    if (chance.below(3) === 0) await edit()
    if (chance.below(12) === 0) await remove()
    runtime.advance({ hours: 12 + chance.below(36) })
  }
  for (let day = 0; day < 24; day += 1) {
    simulated.progress()
    runtime.advance({ hours: 13 })
    await sync()
  }
  await assertBooks(db, householdId)

  const known = (await stored()).filter(({ isGone, id }) => !isGone || deleted.has(id))
  const expected = payments.filter(({ isGone }) => !isGone)
  const keyOf = (one: { day: string; merchant: string; amount: number; account: string }) =>
    `${one.account} ${one.day} ${one.merchant} ${one.amount}`
  assert.deepEqual(
    known.map(keyOf).toSorted(),
    expected
      .map(({ hash, day, merchant, amount }) => keyOf({ account: hash, day, merchant, amount }))
      .toSorted(),
    'what the bank says is there, once',
  )
  assert.ok(known.every(({ status }) => status === 'booked'))
  const held = (await given.accounts.listAccounts({})).filter(
    (one) => one.provider === 'provider_c',
  )
  assert.equal(held.length, 2, 'accounts that come back are the same')
  for (const { name, balance } of held) {
    const hash = name.at(-1)!
    const booked = known.filter((one) => one.account === hash).map(({ amount }) => amount)
    const sum = booked.reduce((total, amount) => total + amount, simulated.openings.get(hash)!)
    assert.deepEqual([balance, sum], [simulated.balanceOf(hash), simulated.balanceOf(hash)], name)
  }
  const transfers = known.filter(
    ({ isGone, merchant }) => !isGone && merchant.startsWith('Traspaso'),
  )
  const isWhole = ({ amount }: Stored) => transfers.some((other) => other.amount === -amount)
  assert.deepEqual(
    transfers.filter((one) => isWhole(one) && one.type !== 'transfer'),
    [],
    'both sides of a transfer are one',
  )
  for (const one of known) {
    const note = notes.get(one.id)
    assert.equal(one.notes, deleted.has(one.id) ? one.notes : (note?.text ?? null))
    if (note?.payment) assert.equal(note.payment.merchant, one.merchant)
  }
  const happened = { renewals, withdrawn, died, cut, returned, transfers: transfers.length }
  assert.ok(
    Object.values(happened).every((count) => count > 0) && notes.size > 0,
    JSON.stringify(happened),
  )
  assert.equal(bank.state.refusedVisits, 0, 'a bank never has to refuse a visit')
  assert.ok(known.some(({ event }) => event))
}
