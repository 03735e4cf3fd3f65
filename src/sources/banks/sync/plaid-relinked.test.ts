import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget } from '../../../../test/support/given.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { connectedToPlaid, plaidAccount, plaidRow } from '../../../../test/support/plaid.ts'

// A bank that is linked again is another login at Plaid, with other ids for accounts and rows.

test('an account with a new id is recognised by its persistent id, or by digits and rows', async () => {
  for (const persistent of ['lasting', undefined]) {
    const digits = { mask: '4321', ...(persistent && { persistent }) }
    const given = await connectedToPlaid({
      accounts: [plaidAccount('A', digits)],
      document: budget,
    })
    const { plaid, product, householdId, loaded, list, tells, run, news } = given
    const rows = (prefix: string, account: string) =>
      ['2026-01-01', '2026-01-02', '2026-01-03'].map((date, index) =>
        plaidRow(`${prefix}${index}`, { account, date, amount: 10 + index }),
      )
    tells(...rows('a', 'A'))
    await run()
    const expense = loaded.expenses['groceries']!
    const [first] = await list()
    await given.transactions.assignTransaction({
      params: { id: first!.id },
      body: { expense_goal_id: expense },
    })
    const before = await list()
    // First in the same login, then after the person links the bank again as another login.
    for (const [id, isNewLogin] of [
      ['B', false],
      ['C', true],
    ] as const) {
      plaid.state.accounts = [plaidAccount(id, digits)]
      if (isNewLogin) {
        await given.relink('another')
      }
      tells(...rows(id, id))
      await run()
      assert.deepEqual(
        (await list()).map((row) => ({ ...row, updated_at: '' })),
        before.map((row) => ({ ...row, updated_at: '' })),
      )
      const accounts = await given.accounts.listAccounts({})
      assert.equal(accounts.filter(({ provider }) => provider === 'provider_b').length, 1)
    }
    assert.deepEqual(await news(), [])
    tells(plaidRow('new', { account: 'C', amount: 99, date: '2026-01-05' }))
    await run()
    assert.deepEqual(await news(), [-9900])
    assert.equal((await list()).length, before.length + 1)
    await assertBooks(product.db, householdId)
  }
})

test('a pending payment of an earlier login is booked or removed under the new one', async () => {
  const digits = { mask: '4321' }
  const given = await connectedToPlaid({ accounts: [plaidAccount('A', digits)], document: budget })
  const { plaid, product, householdId, tells, run } = given
  const history = (prefix: string, account: string) =>
    ['01', '02', '03'].map((day, index) =>
      plaidRow(`${prefix}${index}`, { account, date: `2026-01-${day}`, amount: 10 + index }),
    )
  const pending = (id: string, amount: number, account = 'A') =>
    plaidRow(id, { account, amount, date: '2026-01-05', pending: true, merchant: `Shop ${amount}` })
  const settled = (id: string, amount: number, merchant: string) =>
    plaidRow(id, { account: 'C', amount, date: '2026-01-09', merchant })
  tells(...history('a', 'A'), ...[20, 30, 40, 50].map((amount) => pending(`p${amount}`, amount)))
  await run()
  const shown = async () =>
    (await given.list())
      .filter(({ provider }) => provider === 'provider_b')
      .map(({ id, amount, status }) => ({ id, amount, status }))
  const before = await shown()
  const idOf = (amount: number) => before.find((row) => row.amount === amount)!.id
  product.runtime.advance({ hours: 5 * 24 })
  plaid.state.accounts = [plaidAccount('C', digits)]
  await given.relink('another')
  // The pendings are: booked unchanged, booked with a tip, still pending, and missing.
  tells(
    ...history('c', 'C'),
    settled('c20', 20, 'Shop 20'),
    settled('c30', 36, 'Shop 30'),
    pending('c40', 40, 'C'),
  )
  await run()
  const after = await shown()
  assert.deepEqual(
    after.filter(({ amount }) => amount < -1500).toSorted((a, b) => b.amount - a.amount),
    [
      { id: idOf(-2000), amount: -2000, status: 'booked' },
      { id: idOf(-3000), amount: -3600, status: 'booked' },
      { id: idOf(-4000), amount: -4000, status: 'pending' },
    ],
  )
  assert.equal(after.length, before.length - 1)
  await assertBooks(product.db, householdId)
})

test('history that arrives days after a new login duplicates no row', async () => {
  const given = await connectedToPlaid({ accounts: [plaidAccount('A', { mask: '4321' })] })
  const { plaid, product, tells, run, list, news } = given
  const of = (prefix: string, account: string, month: string) =>
    ['02', '03', '04'].map((day, index) =>
      plaidRow(`${prefix}${month}${index}`, {
        account,
        date: `${month}-${day}`,
        amount: 10 + index,
      }),
    )
  tells(...of('a', 'A', '2025-11'), ...of('a', 'A', '2026-01'))
  await run()
  const ids = async () => (await list()).map(({ id }) => id)
  const before = await ids()
  plaid.state.accounts = [plaidAccount('B', { mask: '4321' })]
  await given.relink('another')
  plaid.state.status = 'INITIAL_UPDATE_COMPLETE'
  tells(...of('b', 'B', '2026-01'))
  await run()
  product.runtime.advance({ hours: 49 })
  await run()
  plaid.state.status = 'HISTORICAL_UPDATE_COMPLETE'
  tells(
    ...of('b', 'B', '2025-11'),
    plaidRow('new', { account: 'B', date: '2026-01-07', amount: 99 }),
  )
  await run()
  assert.deepEqual(new Set(await ids()).symmetricDifference(new Set(before)).size, 1)
  assert.deepEqual(await news(), [-9900])
})

test('an account with few rows at a new login is recognised if everything else agrees', async () => {
  for (const [listed, balance, isSame] of [
    [['03'], 110, true],
    [[], 110, true],
    [['02', '03'], 110, true],
    [['03'], 120, false],
    [['01'], 110, false],
  ] as const) {
    const named = { name: 'Everyday', mask: '4321' }
    const given = await connectedToPlaid({ accounts: [plaidAccount('A', named)] })
    const { plaid, product, householdId, tells, run, list, accounts, news } = given
    const rows = (prefix: string, account: string, days: readonly string[]) =>
      days.map((day) =>
        plaidRow(`${prefix}${day}`, { account, date: `2026-01-${day}`, amount: Number(day) }),
      )
    tells(...rows('a', 'A', ['01', '02', '03']))
    await run()
    const before = (await list()).map(({ id }) => id).toSorted()
    const ofBank = async () =>
      (await accounts.listAccounts({})).filter(({ provider }) => provider === 'provider_b')
    const [was] = await ofBank()
    plaid.state.accounts = [plaidAccount('B', { ...named, current: balance })]
    await given.relink('another')
    plaid.state.status = 'INITIAL_UPDATE_COMPLETE'
    tells(...rows('b', 'B', listed))
    await run()
    const about = JSON.stringify([listed, balance])
    assert.equal((await ofBank()).at(-1)!.id === was!.id, isSame, about)
    if (!isSame) continue
    assert.deepEqual((await list()).map(({ id }) => id).toSorted(), before, about)
    plaid.state.status = 'HISTORICAL_UPDATE_COMPLETE'
    tells(...rows('b', 'B', ['01', '02', '03']))
    await run()
    assert.deepEqual((await list()).map(({ id }) => id).toSorted(), before, about)
    assert.deepEqual(await news(), [])
    await assertBooks(product.db, householdId)
  }
})
