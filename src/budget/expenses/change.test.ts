import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transactions } from '#/budget/transactions/contract.ts'
import { givenManager, refusal } from '../../../test/support/managed.ts'
import { startProduct } from '../../../test/support/product.ts'

const product = await startProduct({ limited: false })
const ada = () => givenManager(product)

test('a new Expense takes its opening balance from free-to-spend, with an audit entry', async () => {
  const { app, show, free, changes, memberId, funding_schedules, check } = await ada()
  const before = await free()
  const { id } = await app.createExpense({
    body: {
      name: 'Insurance',
      target_amount: 30_000,
      recurrence_interval_months: 3,
      recurrence_anchor_date: '2025-12-15',
      fund_ahead_payment_count: 2,
      funding_schedule_ids: [funding_schedules['pay']!],
      balance: 45_000,
    },
  })
  const made = await show(id)
  assert.deepEqual(
    [made.ordinaryBalance, made.extraReserve, made.due_date, made.next_contribution_date],
    [30_000, 15_000, '2026-03-15', '2026-01-28'],
  )
  assert.equal(await free(), before - 45_000)
  const [entry] = await changes(id)
  assert.deepEqual(
    [entry!.action, entry!.through, entry!.member_id, entry!.before],
    ['expense.create', 'app', memberId, null],
  )
  assert.equal(entry!.after!['balance'], 45_000)
  await check()
})

test('a change fits the lanes through the ledger and records only changed fields', async () => {
  const { app, show, free, changes, expenses: ids, id: householdId, check } = await ada()
  const before = await free()
  await app.changeExpense({
    params: { id: ids['rent']! },
    body: { target_amount: 60_000, name: 'Rent' },
  })
  const rent = await show(ids['rent']!)
  // 150,000 is held for two payments of 60,000: the reserve keeps what it held, the rest builds up.
  assert.deepEqual([rent.ordinaryBalance, rent.extraReserve], [100_000, 50_000])
  await app.changeExpense({ params: { id: ids['rent']! }, body: { fund_ahead_payment_count: 1 } })
  assert.deepEqual((await show(ids['rent']!)).extraReserve, 0)
  assert.equal(await free(), before)
  const [last, first] = await changes(ids['rent'])
  assert.deepEqual(
    [first!.before, first!.after],
    [{ target_amount: 100_000 }, { target_amount: 60_000 }],
  )
  assert.deepEqual(last!.after, { fund_ahead_payment_count: 1 })
  const moved = await product.db
    .selectFrom('ledger_entries')
    .select(['amount', 'from_lane', 'to_lane'])
    .where('household_id', '=', householdId)
    .where('reason', '=', 'change')
    .execute()
  assert.deepEqual(moved, [{ amount: 50_000, from_lane: 'reserve', to_lane: 'building' }])
  await check()
})

test('a new first due date counts from the last processed day, even if it is later', async () => {
  const { app, show, expenses: ids } = await ada()
  const id = ids['rent']!
  const due = async (recurrence_anchor_date: string) => {
    await app.changeExpense({ params: { id }, body: { recurrence_anchor_date } })
    return (await show(id)).due_date
  }
  assert.equal(await due('2026-05-31'), '2026-05-31')
  assert.equal(await due('2025-08-31'), '2026-01-31')
  assert.equal(await due('2026-01-05'), '2026-02-05')
})

test('a change to the present values changes nothing and leaves no audit entry', async () => {
  const { app, changes, expenses: ids, show } = await ada()
  const before = await show(ids['rent']!)
  const version = await app.changeExpense({
    params: { id: ids['rent']! },
    body: { name: 'Rent', target_amount: 100_000 },
  })
  assert.equal(version.updated_at, before.updated_at)
  assert.deepEqual(await changes(), [])
})

test('archiving returns the money, keeps the links and closes the Expense to new money', async () => {
  const { app, read, member, free, expenses: ids, accounts: accountIds, check } = await ada()
  const spent = await member.client(transactions).recordTransaction({
    body: {
      account_id: accountIds['checking']!,
      amount: -2000,
      concept: 'Bakery',
      booked_at: '2026-01-05',
      expense_goal_id: ids['groceries']!,
    },
  })
  const before = await free()
  await app.archiveExpense({ params: { id: ids['groceries']! }, body: {} })
  assert.equal(await free(), before + 4000)
  assert.ok(!(await read.listExpenses({})).some(({ id }) => id === ids['groceries']))
  const transaction = await member
    .client(transactions)
    .showTransaction({ params: { id: spent.id } })
  assert.equal(transaction.expense_goal_id, ids['groceries'])
  await assert.rejects(
    read.transferBetweenExpenses({
      body: { from_expense_id: ids['rent']!, to_expense_id: ids['groceries']!, amount: 1 },
    }),
    refusal(404, 'resource_not_found', 'to_expense_id'),
  )
  await assert.rejects(
    member.client(transactions).recordTransaction({
      body: {
        account_id: accountIds['checking']!,
        amount: -1,
        concept: 'x',
        booked_at: '2026-01-05',
        expense_goal_id: ids['groceries']!,
      },
    }),
    refusal(404, 'resource_not_found', 'expense_goal_id'),
  )
  await assert.rejects(
    app.archiveExpense({ params: { id: ids['groceries']! }, body: {} }),
    refusal(404, 'resource_not_found', 'id'),
  )
  assert.equal((await app.listArchivedExpenses({}))[0]!.name, 'Groceries')
  await app.restoreExpense({ params: { id: ids['groceries']! }, body: {} })
  assert.equal((await read.listExpenses({})).find(({ name }) => name === 'Groceries')!.balance, 0)
  // Unassigning an earlier purchase returns its money to the restored Expense.
  await member
    .client(transactions)
    .assignTransaction({ params: { id: spent.id }, body: { expense_goal_id: null } })
  await check()
})

test('a card is linked once; earlier debt and purchases are not reserved', async () => {
  const { app, show, free, member, accounts: accountIds, check } = await ada()
  const buy = (amount: number) =>
    member.client(transactions).recordTransaction({
      body: {
        account_id: accountIds['amex']!,
        amount,
        concept: 'Shoes',
        booked_at: '2026-01-05',
      },
    })
  const old = await buy(-1000)
  const before = await free()
  const card = { name: 'Amex bill', type: 'credit_card' as const }
  const { id } = await app.createExpense({
    body: { ...card, card_account_id: accountIds['amex']! },
  })
  assert.deepEqual([(await show(id)).balance, await free()], [0, before])
  await assert.rejects(
    app.createExpense({ body: { ...card, card_account_id: accountIds['amex']! } }),
    refusal(409, 'card_already_linked', 'card_account_id'),
  )
  await buy(-2500)
  assert.deepEqual([(await show(id)).balance, await free()], [2500, before - 2500])
  await member
    .client(transactions)
    .editTransaction({ params: { id: old.id }, body: { amount: -1500 } })
  assert.equal((await show(id)).balance, 2500)
  await app.archiveExpense({ params: { id }, body: {} })
  const next = await app.createExpense({
    body: { ...card, card_account_id: accountIds['amex']! },
  })
  assert.equal((await show(next.id)).balance, 0)
  await assert.rejects(
    app.restoreExpense({ params: { id }, body: {} }),
    refusal(409, 'card_already_linked', 'card_account_id'),
  )
  await check()
})

test('of concurrent changes with the same expected version, only one succeeds', async () => {
  const { app, show, expenses: ids, changes } = await ada()
  const params = { id: ids['trip']! }
  const { updated_at: expected_updated_at } = await show(params.id)
  const outcomes = await Promise.allSettled(
    ['Japan', 'Peru', 'Crete'].map((name) =>
      app.changeExpense({ params, body: { name, expected_updated_at } }),
    ),
  )
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected')
      refusal(409, 'edit_conflict', 'expected_updated_at')(outcome.reason)
  }
  assert.equal((await changes(params.id)).length, 1)
})

test('without an expected version, the last change of each field wins', async () => {
  const { app, show, expenses: ids } = await ada()
  const params = { id: ids['trip']! }
  await Promise.all([
    app.changeExpense({ params, body: { name: 'Norway' } }),
    app.changeExpense({ params, body: { target_amount: 70_000 } }),
  ])
  const trip = await show(params.id)
  assert.deepEqual([trip.name, trip.target_amount], ['Norway', 70_000])
})

test('money that moves meanwhile causes no conflict', async () => {
  const { app, read, show, expenses: ids } = await ada()
  const { updated_at: expected_updated_at } = await show(ids['trip']!)
  product.runtime.advance({ seconds: 1 })
  await read.transferBetweenExpenses({
    body: { from_expense_id: ids['rent']!, to_expense_id: ids['trip']!, amount: 500 },
  })
  await app.changeExpense({
    params: { id: ids['trip']! },
    body: { name: 'Italy', expected_updated_at },
  })
  assert.equal((await show(ids['trip']!)).name, 'Italy')
})

test('groups are renamed, ordered and removed, and their Expenses stay', async () => {
  const { app, read, expenses: ids, changes } = await ada()
  const { id } = await app.createExpenseGroup({ body: { name: 'Fun' } })
  await app.changeExpense({ params: { id: ids['trip']! }, body: { group_id: id } })
  await app.renameExpenseGroup({ params: { id }, body: { name: 'Joy' } })
  const groups = await read.listExpenseGroups({})
  assert.deepEqual(
    groups.map(({ name, expense_ids }) => [name, expense_ids]),
    [
      ['Home', [ids['rent']]],
      ['Joy', [ids['trip']]],
    ],
  )
  await app.orderExpenseGroups({ body: { ids: groups.map((one) => one.id).toReversed() } })
  assert.deepEqual(
    (await read.listExpenseGroups({})).map(({ name }) => name),
    ['Joy', 'Home'],
  )
  await app.removeExpenseGroup({ params: { id }, query: {} })
  assert.deepEqual((await changes(id))[0]!.before!['expense_ids'], [ids['trip']])
  assert.equal((await read.listExpenseGroups({})).length, 1)
})

test('an order of Expenses must name each of the household’s Expenses once', async () => {
  const { app, read, expense_groups } = await ada()
  const id = expense_groups['home']!
  const order = (await read.listExpenses({})).map((one) => one.id).toReversed()
  await app.orderExpenses({ body: { ids: order } })
  assert.deepEqual(
    (await read.listExpenses({})).map((one) => one.id),
    order,
  )
  await assert.rejects(
    app.orderExpenses({ body: { ids: order.slice(1) } }),
    refusal(409, 'edit_conflict', 'ids'),
  )
  await assert.rejects(
    app.orderExpenses({ body: { ids: [...order.slice(1), order[1]!] } }),
    refusal(400, 'invalid_parameter', 'ids[3]'),
  )
  await assert.rejects(
    app.orderExpenses({ body: { ids: [id, ...order.slice(1)] } }),
    refusal(404, 'resource_not_found', 'ids[0]'),
  )
})

test('an Expense moves into a group and the order in one step, despite new Expenses', async () => {
  const {
    app,
    read,
    free,
    changes,
    expenses: ids,
    expense_groups,
    id: householdId,
    check,
  } = await ada()
  const before = await free()
  const names = async () => (await read.listExpenses({})).map(({ name }) => name)
  const [trip, rent, home] = [ids['trip']!, ids['rent']!, expense_groups['home']!]
  await app.placeExpense({ params: { id: trip }, body: { group_id: home, before_id: rent } })
  await app.createExpense({ body: { name: 'New' } })
  assert.deepEqual(await names(), ['Trip', 'Rent', 'Groceries', 'Visa bill', 'New'])
  assert.deepEqual((await read.listExpenseGroups({}))[0]!.expense_ids, [trip, rent])
  const [entry] = await changes(trip)
  assert.deepEqual(
    [entry!.action, entry!.before, entry!.after],
    ['expense.change', { group_id: null }, { group_id: home }],
  )
  await app.placeExpense({ params: { id: trip }, body: { group_id: null, before_id: null } })
  assert.deepEqual(await names(), ['Rent', 'Groceries', 'Visa bill', 'New', 'Trip'])
  const [ordered] = await changes(householdId)
  assert.equal(ordered!.action, 'expense.order')
  // Moving it to its present place changes nothing and leaves no audit entry.
  await app.placeExpense({ params: { id: trip }, body: { group_id: null, before_id: null } })
  assert.equal((await changes(householdId))[0]!.id, ordered!.id)
  assert.ok((await free()) >= before)
  await check()
})

test('an Expense cannot be placed beside Expenses or in groups of another household', async () => {
  const { app, read, free, expenses: ids, expense_groups, check } = await ada()
  const other = await ada()
  const before = await free()
  const [trip, rent, home] = [ids['trip']!, ids['rent']!, expense_groups['home']!]
  await app.placeExpense({ params: { id: trip }, body: { group_id: null, before_id: null } })
  const names = async () => (await read.listExpenses({})).map(({ name }) => name)
  for (const [body, param] of [
    [{ group_id: null, before_id: trip }, 'before_id'],
    [{ group_id: null, before_id: other.expenses['rent']! }, 'before_id'],
    [{ group_id: other.expense_groups['home']!, before_id: null }, 'group_id'],
  ] as const) {
    await assert.rejects(
      app.placeExpense({ params: { id: trip }, body }),
      refusal(404, 'resource_not_found', param),
    )
  }
  await app.archiveExpense({ params: { id: rent }, body: {} })
  await assert.rejects(
    app.placeExpense({ params: { id: rent }, body: { group_id: home, before_id: null } }),
    refusal(404, 'resource_not_found', 'id'),
  )
  assert.equal((await names()).at(-1), 'Trip')
  assert.ok((await free()) >= before)
  await check()
})
