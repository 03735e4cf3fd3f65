import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Chance, givenChance } from '#/budget/expenses/rules/given.ts'
import { returnsApp } from '#/sources/intake/suggestions/app-contract.ts'
import { syncHousehold } from '#/sources/banks/sync/sync-household.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { walletApp } from '#/sources/wallet/app-contract.ts'
import { webhooks } from '#/webhooks/contract.ts'
import { bankAccount, connected, openBank } from '../support/bank.ts'
import type { FakeAccount, FakeTransaction } from '../fakes/fake-simplefin.ts'
import { budget } from '../support/given.ts'
import { assertBooks } from '../support/ledger.ts'
import { openAnother } from '../support/other-processes.ts'
import { createReceivers } from '../fakes/receivers.ts'
import { money, simulateBank } from '../fakes/simulated-bank.ts'

// A bank for a year: it lists payments as pending, books them under their ids or others, with tips, changes and
// withdraws them, loses them from an answer, uses ids again, calls whole accounts otherwise, with their rows or without,
// and fails; a phone pushes some of the same payments; people edit, assign and delete, say which accounts are the same, and
// follow accounts or do not; processes die in the middle. What the household ends up with is held against what the bank
// finally says.

const SEEDS = [1, 2]
/** Three days a step in the mean, and the weeks after it in which the bank comes to rest. */
const LAST_DAY = '2026-12-10'

for (const seed of SEEDS) {
  test(`after a year every booked payment is there once, with people's edits (seed ${seed})`, async () => {
    await simulate(givenChance(seed))
  })
}

type Edit = {
  concept?: string
  notes?: string
  expense_goal_id?: string
  amount?: { mine: number; bank: number }
}

async function simulate(chance: Chance): Promise<void> {
  const bank = await openBank(
    ['A', 'B', 'C'].map((id, index) => bankAccount(id, { name: `${id} Checking 482${index}` })),
  )
  const given = await connected(bank, {
    document: budget,
    destinations: createReceivers(() => Temporal.Instant.from('2026-01-05T12:00:00Z')).outbound,
  })
  const { product, householdId, connectionId, transactions, connections } = given
  const { runtime, db } = product
  bank.state.now = () => Math.floor(runtime.now().epochMilliseconds / 1000)
  await product
    .client(webhooks, given.key)
    .createWebhook({ body: { name: 'Hook', url: 'https://hook.example/' } })
  const member = await product.member(householdId, given.members['ada']!, 800)
  const app = member.client(transactionsApp)
  const returned = member.client(returnsApp)
  const phone = await member.client(walletApp).createDevice({ body: { name: 'Phone' } })
  const { body: expenses } = await product.request<{ id: string }[]>('GET', '/expenses', {
    key: given.key,
  })
  const catalog = await connections.listCatalog({ params: { id: connectionId } })
  const entryOf = (name: string) => catalog.accounts.find((one) => one.name.startsWith(`${name} `))!
  const isFollowed = new Map(['A', 'B', 'C'].map((name) => [name, true]))
  /** Steps for which an account has not been followed: less than what following it again reads. */
  const unfollowed = new Map<string, number>()

  let serial = 0
  let renamed = 0
  let returnedByRows = 0
  const edits = new Map<string, Edit>()
  const deleted = new Set<string>()
  /** Merchants whose payments a phone has reported: their amounts are the phone's. */
  const pushed = new Set<string>()
  const simulated = simulateBank(bank, { chance, now: runtime.now, pushed })
  const { open, retired, today } = simulated

  /** The phone reports a payment that the bank will list later. */
  async function push(): Promise<void> {
    const fresh = open.filter(
      ({ day, account, becomes, amount }) =>
        day === String(today()) &&
        (becomes === 'booked' || becomes === 'renamed') &&
        isFollowed.get(account.id) &&
        open.filter((other) => other.amount === amount).length === 1,
    )
    const [one] = fresh
    if (!one) return
    pushed.add(one.merchant)
    const { status, text } = await product.request('POST', '/ingest/wallet', {
      base: '',
      key: phone.token!,
      body: {
        kind: 'payment',
        merchant: one.merchant,
        amount: money(-one.amount),
        card: one.account.name,
        id: `w-${one.row.id}`,
      },
    })
    assert.equal(status, 200, text)
  }

  async function some() {
    const { data } = await transactions.listTransactions({ query: { limit: 25 } })
    const imported = data.filter(({ provider }) => provider === 'provider_a')
    return imported.length === 0 ? null : chance.pick(imported as [(typeof imported)[number]])
  }

  async function edit(): Promise<void> {
    const row = await some()
    if (!row) return
    serial += 1
    const mine = edits.get(row.id) ?? {}
    edits.set(row.id, mine)
    if (chance.below(3) === 0) {
      const [said] = await reported([row.id])
      const amount = row.amount - 3
      await transactions.editTransaction({ params: { id: row.id }, body: { amount } })
      mine.amount = { mine: amount, bank: said!.amount }
      return
    }
    // To send a name as it is makes it a person's own as well.
    mine.concept = chance.below(3) === 0 ? row.concept : `Mine ${serial}`
    mine.notes = `note ${serial}`
    const { concept, notes } = mine
    await transactions.editTransaction({ params: { id: row.id }, body: { concept, notes } })
  }

  async function assign(): Promise<void> {
    const row = await some()
    if (!row || row.amount > 0) return
    const { id } = chance.pick(expenses as [{ id: string }])
    const body = { expense_goal_id: id }
    await transactions.assignTransaction({ params: { id: row.id }, body })
    edits.set(row.id, { ...edits.get(row.id), ...body })
  }

  async function remove(): Promise<void> {
    const row = await some()
    if (!row || chance.below(2) === 0) return
    await app.removeTransaction({ params: { id: row.id } })
    deleted.add(row.id)
    edits.delete(row.id)
  }

  async function follow(name: string): Promise<void> {
    unfollowed.delete(name)
    isFollowed.set(name, !isFollowed.get(name))
    const account_ids = [...isFollowed].flatMap(([one, on]) => (on ? [entryOf(one).id] : []))
    await connections.replaceSelection({ params: { id: connectionId }, body: { account_ids } })
  }

  /** A person answers for accounts that their rows alone do not identify. A joined one is followed. */
  async function join(): Promise<void> {
    for (const { id, name, may_be } of await returned.listReturned({})) {
      assert.equal(name, may_be.name)
      await returned.joinReturned({ params: { id }, body: { account_id: may_be.account_id } })
      isFollowed.set(name[0]!, true)
      unfollowed.delete(name[0]!)
    }
  }

  async function followLongForgotten(): Promise<void> {
    for (const [name, on] of isFollowed) {
      if (on) continue
      const steps = (unfollowed.get(name) ?? 0) + 1
      unfollowed.set(name, steps)
      if (steps > 15) await follow(name)
    }
  }

  /** The bank's latest version of transactions. */
  async function reported(ids: readonly string[]) {
    const { rows } = await sql<{ id: string; amount: number }>`
      select m.transaction_id as id, m.amount from provider_transactions m
      join provider_accounts e on e.household_id = m.household_id and e.id = m.provider_account_id
      where m.household_id = ${householdId} and e.connection_id is not null and m.removed_at is null
        and m.transaction_id = any(${ids}::uuid[])`.execute(db)
    return rows
  }

  type Stored = { id: string; account: string; booked: string; event: boolean; live: string | null }
  async function stored(): Promise<Map<string, Stored>> {
    const { rows } = await sql<Stored>`
      select t.id, e.external_id as account, t.booked_at as booked, v.id is not null as event,
        case when e.history = 'live' and e.selected then e.live_since::date::text end as live
      from transactions t
      join provider_accounts e on e.household_id = t.household_id and e.account_id = t.account_id
        and e.connection_id is not null
      left join webhook_events v on v.household_id = t.household_id and v.id = t.id
      where t.household_id = ${householdId} and t.provider = 'provider_a'`.execute(db)
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** Imports, now and then in a process that dies before one of its statements; says whether all went well. */
  async function sync(): Promise<void> {
    for (const account of bank.state.accounts) account['balance-date'] = bank.state.now() - 3600
    const live = await db
      .selectFrom('provider_accounts')
      .select('external_id')
      .where('household_id', '=', householdId)
      .where('history', '=', 'live')
      .where('selected', '=', true)
      .execute()
    const wasLive = new Set(live.map(({ external_id }) => external_id))
    const before = await stored()
    const hidden = simulated.lose()
    if (chance.below(5) === 0) await die()
    const fault = chance.below(14)
    if (fault === 0) bank.state.override = { status: 503 }
    if (fault === 1) {
      bank.state.errors = [
        { code: 'act.missingdata', msg: 'Some is missing', account_id: bank.state.accounts[0]!.id },
      ]
    }
    const report = await syncHousehold(runtime, householdId, null)
    assert.notEqual(report.connections[0]?.error?.code, 'internal_error', runtime.logged.join(''))
    returnedByRows += runtime.logged.filter((line) => line.includes('account_returned')).length
    runtime.logged.length = 0
    Object.assign(bank.state, { override: null, errors: [] })
    hidden()
    for (const [id, row] of await stored()) {
      if (before.has(id)) {
        assert.equal(row.event, before.get(id)!.event, 'what is known announces nothing')
        continue
      }
      const isNews =
        wasLive.has(row.account) && row.live !== null && row.booked >= daysBefore(row.live, 14)
      assert.equal(row.event, isNews, `${row.account} ${row.booked} is${isNews ? '' : ' no'} news`)
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
    await syncHousehold({ ...runtime, db: own }, householdId, null).then(
      () => {},
      () => {},
    )
    await own.destroy()
    runtime.logged.length = 0
    runtime.advance({ minutes: 16 })
  }

  for (let day = 0; day < 20; day += 1) simulated.pay()
  for (let step = 0; String(today()) < LAST_DAY; step += 1) {
    for (let count = chance.below(4); count > 0; count -= 1) simulated.pay()
    simulated.progress()
    if (chance.below(6) === 0) simulated.correct()
    if (chance.below(8) === 0) simulated.reuse()
    if (chance.below(3) === 0) await push()
    if (chance.below(4) === 0) await edit()
    if (chance.below(5) === 0) await assign()
    if (chance.below(10) === 0) await remove()
    if (chance.below(20) === 0) await follow(chance.pick(['B', 'C'] as const))
    await followLongForgotten()
    // An account without any reported row cannot be recognised.
    if (chance.below(20) === 0 && step > 10) {
      simulated.rename(chance.pick(bank.state.accounts as [FakeAccount]))
      renamed += 1
    }
    if (chance.below(5) > 0) await sync()
    if (chance.below(3) === 0) await join()
    if (step % 24 === 0) await assertBooks(db, householdId)
    runtime.advance({ hours: 12 + chance.below(6) * 24 })
  }
  for (const name of ['B', 'C']) {
    if (isFollowed.get(name)) continue
    isFollowed.set(name, true)
  }
  await connections.replaceSelection({
    params: { id: connectionId },
    body: { account_ids: ['A', 'B', 'C'].map((name) => entryOf(name).id) },
  })
  for (let day = 0; day < 20; day += 1) {
    simulated.progress()
    runtime.advance({ hours: 24 })
    if (day % 4 > 0) continue
    for (const account of bank.state.accounts) account['balance-date'] = bank.state.now() - 3600
    const [run] = (await syncHousehold(runtime, householdId, null)).connections
    assert.equal(run!.error, null)
    await join()
  }
  await check()
  await assertBooks(db, householdId)
  assert.ok(
    returnedByRows > 0 && renamed > 0,
    `${returnedByRows} of ${renamed} came back by their rows`,
  )

  async function check(): Promise<void> {
    type Known = {
      account: string
      said: string
      day: string
      amount: number
      id: string
      isGone: boolean
      now: number
      status: string
    }
    const { rows: known } = await sql<Known>`
      select e.external_id as account, m.external_id as said, m.booked_on as day, m.amount,
        m.transaction_id as id, t.deleted_at is not null as "isGone", t.amount as now, t.status
      from provider_transactions m
      join provider_accounts e on e.household_id = m.household_id and e.id = m.provider_account_id
        and e.connection_id is not null
      join transactions t on t.household_id = m.household_id and t.id = m.transaction_id
      where m.household_id = ${householdId}`.execute(db)
    const used = new Map<string, string>()
    const booked = bank.state.accounts.flatMap((account) =>
      (account.transactions as FakeTransaction[]).map((row) => ({ account, row })),
    )
    const first = daysBefore('2026-01-05', 60)
    for (const { account, row } of [...booked, ...retired]) {
      const day = Temporal.Instant.fromEpochMilliseconds(row.posted * 1000)
        .toString()
        .slice(0, 10)
      if (row.posted === 0 || day < first) continue
      const amount = Math.round(Number(row.amount) * 100)
      const found = known.filter(
        (one) =>
          one.account === account.id &&
          simulated.idsOf(row).some((id) => one.said === id || one.said.startsWith(`${id}~`)) &&
          one.amount === amount &&
          one.day === day,
      )
      const [one, ...others] = found
      assert.ok(one, `${account.id} ${row.id} ${day} ${amount} is there`)
      assert.ok(
        others.every(({ id }) => id === one.id),
        `${account.id} ${row.id} ${day} ${amount} is there once`,
      )
      assert.equal(used.get(one.id), undefined, `${row.id} and ${used.get(one.id)} are one`)
      used.set(one.id, row.id)
      assert.equal(one.isGone, deleted.has(one.id), `${row.id} is ${one.isGone ? 'gone' : 'back'}`)
      if (one.isGone) continue
      assert.equal(one.status, 'booked')
      const mine = edits.get(one.id)?.amount
      assert.equal(one.now, mine?.bank === amount ? mine.mine : amount, `the amount of ${row.id}`)
    }
    const { rows: extra } = await sql<{ id: string; status: string; provider: string }>`
      select id, status, provider, concept, amount, booked_at from transactions
      where household_id = ${householdId} and visible and provider in ('provider_a', 'wallet')`.execute(
      db,
    )
    assert.deepEqual(
      extra.filter(({ id }) => !used.has(id)),
      [],
      'nothing is there that the bank does not say',
    )
    const { rows: people } = await sql<{
      id: string
      concept: string
      notes: string | null
      expense_goal_id: string | null
    }>`
      select id, concept, notes, expense_goal_id from transactions
      where household_id = ${householdId} and visible`.execute(db)
    for (const row of people) {
      const { amount: _, ...mine } = edits.get(row.id) ?? {}
      assert.deepEqual({ ...row, ...mine }, row, 'what a person set is kept')
    }
  }
}

function daysBefore(day: string, days: number): string {
  return Temporal.PlainDate.from(day).subtract({ days }).toString()
}
