import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { records } from '#/platform/audited/contract.ts'
import { importsApp } from '#/sources/files/app-contract.ts'
import { camt, camtEntry, takeFile } from '../../../test/support/given-files.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { startProduct } from '../../../test/support/product.ts'
import { assignmentsApp } from './app-contract.ts'

// Suggestions and assignments of files, with the disorder of real life: two answers, undone imports, archived Expenses.

const product = await startProduct({ start: '2026-03-01T10:00:00Z', limited: false })
const { runtime, db } = product

/** Ada and Bo with 3,000.00 in cash, and a Gym of 50.00 due on the tenth that holds 30.00. */
async function givenGym() {
  const loaded = await product.household({
    members: [
      { ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' },
      { ref: 'bo', name: 'Bo', email: 'bo@example.com', role: 'member' },
    ],
    keys: [{ ref: 'rw', member: 'ada', scopes: ['data.read', 'data.write'] }],
    accounts: [
      { ref: 'cash', name: 'Checking', type: 'depository', subtype: 'checking', balance: 300_000 },
    ],
    expenses: [
      {
        ref: 'gym',
        name: 'Gym',
        target_amount: 5000,
        recurrence_interval_months: 1,
        recurrence_anchor_date: '2026-03-10',
        balance: 3000,
      },
    ],
  })
  const { household_id: householdId } = loaded
  const ada = await product.member(householdId, loaded.members['ada']!)
  const bo = await product.member(householdId, loaded.members['bo']!)
  const lanes = () =>
    db
      .selectFrom('expenses')
      .select(['ready', 'building', 'reserve', 'prepaid', 'spent', 'cycle'])
      .where('household_id', '=', householdId)
      .executeTakeFirstOrThrow()
  return {
    ada,
    bo,
    gym: loaded.expenses['gym']!,
    suggestions: ada.client(assignmentsApp),
    lanes,
    take: (text: string, by = runtime) =>
      takeFile(by, loaded.accounts['cash']!, { text: `Date,Description,Amount\n${text}` }),
    takeCamt: (amount: string, status: string) =>
      takeFile(runtime, loaded.accounts['cash']!, {
        text: camt(camtEntry('pump-1', amount, [status, '2026-03-08'])),
      }),
    open: () => ada.client(assignmentsApp).listAssignmentSuggestions({}),
    rows: async () => (await ada.client(transactionsApp).listRows({ query: {} })).data,
    /** Undoes the imports, the latest first. */
    undo: async (most = 99) => {
      const imports = ada.client(importsApp)
      const done = (await imports.listImports({ query: {} })).filter(
        ({ status }) => status === 'done',
      )
      for (const { id } of done.slice(0, most)) await imports.undoImport({ params: { id } })
    },
    check: () => assertBooks(db, householdId),
  }
}

const asked = async ({ open }: Awaited<ReturnType<typeof givenGym>>) => {
  const [found, ...others] = await open()
  assert.deepEqual(others, [])
  return { params: { id: found!.id } }
}

test('a statement pays its bill without a click, and undoing the import restores every lane', async () => {
  const { take, lanes, rows, undo, gym, check } = await givenGym()
  const before = await lanes()
  await take('2026-03-08,Gym,-50.00\n2026-03-08,Kiosk,-3.00\n')
  const [paid] = (await rows()).filter(({ concept }) => concept === 'Gym')
  assert.deepEqual([paid!.expense_goal_id, paid!.expense_why], [gym, { by: 'name' }])
  const after = await lanes()
  assert.deepEqual([after.building, after.prepaid], [0, 5000])
  await check()
  await take('2026-03-08,Gym,-50.00\n2026-03-08,Kiosk,-3.00\n')
  assert.deepEqual(await lanes(), after)
  await undo()
  assert.deepEqual([await lanes(), await rows()], [before, []])
  await check()
  await take('2026-03-08,Gym,-50.00\n')
  assert.deepEqual(await lanes(), after)
  await check()
})

test('of two people who answer one suggestion, the second learns that it is answered', async () => {
  const given = await givenGym()
  const { take, ada, bo, lanes, check } = given
  await take('2026-03-08,Sports Centre,-50.00\n')
  const params = await asked(given)
  const answers = await Promise.allSettled([
    ada.client(assignmentsApp).acceptAssignmentSuggestion(params),
    bo.client(assignmentsApp).dismissAssignmentSuggestion(params),
    bo.client(assignmentsApp).acceptAssignmentSuggestion(params),
  ])
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const answer of answers) {
    if (answer.status === 'rejected') assert.equal(answer.reason.error.code, 'resource_not_found')
  }
  const { building } = await lanes()
  assert.equal(building, answers[1]!.status === 'fulfilled' ? 3000 : 0)
  await check()
})

test('taking an answer back after the next payment restores what it had moved', async () => {
  const given = await givenGym()
  const { take, suggestions, lanes, open, ada, check } = given
  await take('2026-03-08,Sports Centre,-20.00\n2026-03-09,Sports Centre,-50.00\n')
  const listed = await open()
  const params = {
    params: { id: listed.find(({ transaction }) => transaction.amount === -5000)!.id },
  }
  await suggestions.acceptAssignmentSuggestion(params)
  const accepted = await lanes()
  const [other] = (await ada.client(transactions).listTransactions({ query: {} })).data.filter(
    ({ amount }) => amount === -2000,
  )
  const assign = (expense_goal_id: string | null) =>
    ada.client(transactions).assignTransaction({
      params: { id: other!.id },
      body: { expense_goal_id },
    })
  await assign(given.gym)
  await suggestions.restoreAssignmentSuggestion(params)
  await check()
  await assign(null)
  assert.equal((await lanes()).building, 3000)
  await suggestions.acceptAssignmentSuggestion(params)
  assert.deepEqual(await lanes(), accepted)
  await check()
})

test('an answer that a person has changed since is not taken back', async () => {
  const given = await givenGym()
  const { take, suggestions, ada, lanes, open } = given
  await take('2026-03-08,Sports Centre,-50.00\n')
  const [first] = await open()
  const params = { params: { id: first!.id } }
  await suggestions.acceptAssignmentSuggestion(params)
  await ada.client(transactions).assignTransaction({
    params: { id: first!.transaction.id },
    body: { expense_goal_id: null },
  })
  const before = await lanes()
  await assert.rejects(suggestions.restoreAssignmentSuggestion(params), { status: 409 })
  assert.deepEqual([await lanes(), await open()], [before, []])
})

test('a suggestion ends with the archiving of its Expense and returns with it', async () => {
  const given = await givenGym()
  const { take, suggestions, ada, open, gym, check } = given
  await take('2026-03-08,Sports Centre,-50.00\n')
  const params = await asked(given)
  const app = ada.client(expensesApp)
  await app.archiveExpense({ params: { id: gym }, body: {} })
  assert.deepEqual(await open(), [])
  await assert.rejects(suggestions.acceptAssignmentSuggestion(params), { status: 404 })
  await check()
  await app.restoreExpense({ params: { id: gym }, body: {} })
  await suggestions.acceptAssignmentSuggestion(params)
  await check()
})

test('an undone import takes its suggestions along, and a repeated one asks once', async () => {
  const given = await givenGym()
  const { take, suggestions, undo, open, check } = given
  await take('2026-03-08,Sports Centre,-50.00\n')
  await take('2026-03-08,Sports Centre,-50.00\n')
  const params = await asked(given)
  await undo()
  assert.deepEqual(await open(), [])
  await assert.rejects(suggestions.acceptAssignmentSuggestion(params), { status: 404 })
  await check()
})

test('a dismissed payment stays free, is not suggested again, and may be restored', async () => {
  const given = await givenGym()
  const { take, suggestions, open, lanes, ada } = given
  await take('2026-03-08,Sports Centre,-50.00\n')
  const params = await asked(given)
  await suggestions.dismissAssignmentSuggestion(params)
  await assert.rejects(suggestions.acceptAssignmentSuggestion(params), { status: 404 })
  runtime.advance({ seconds: 1 })
  await take('2026-03-09,Sports Centre,-50.00\n')
  assert.deepEqual([await open(), (await lanes()).building], [[], 3000])
  await suggestions.restoreAssignmentSuggestion(params)
  assert.equal((await open()).length, 1)
  const changes = await ada.client(records).listChanges({ query: {} })
  assert.deepEqual(
    changes.slice(0, 2).map(({ action, subject_type }) => [action, subject_type]),
    [
      ['transaction.restore_suggestion', 'transaction'],
      ['transaction.dismiss_expense', 'transaction'],
    ],
  )
})

test('the payee of an accepted proposal finds its Expense under any name', async () => {
  const { take, ada, rows, check } = await givenGym()
  const { id } = await ada.client(expensesApp).createExpense({
    body: {
      name: 'My flat',
      target_amount: 90_000,
      recurrence_interval_months: 1,
      recurrence_anchor_date: '2026-04-01',
      payee: 'hausverwaltung-sued',
    },
  })
  await take('2026-03-28,Hausverwaltung Sued,-900.00\n')
  const [paid] = await rows()
  assert.deepEqual([paid!.expense_goal_id, paid!.expense_why], [id, { by: 'proposal' }])
  await check()
})

test('an import that fails after its assignments leaves every lane as it was', async () => {
  const given = await givenGym()
  const { take, lanes, rows, ada, check } = given
  await take('2026-03-08,Kiosk,-3.00\n')
  const [known] = await ada.client(importsApp).listImports({ query: {} })
  const before = [await lanes(), await rows()]
  // The import's own row is stored last: an id that is taken lets it fail.
  const ids = [known!.id]
  const failing = { ...runtime, newId: () => ids.pop() ?? runtime.newId() }
  await assert.rejects(take('2026-03-08,Gym,-50.00\n', failing), /duplicate key/)
  assert.deepEqual([await lanes(), await rows()], before)
  await check()
})

test('a file that books a pending payment at another price is undone to the old assignment', async () => {
  const { ada, takeCamt, rows, open, undo, check } = await givenGym()
  const { id } = await ada.client(expensesApp).createExpense({
    body: {
      name: 'Fuel',
      target_amount: 6000,
      recurrence_interval_months: 1,
      recurrence_anchor_date: '2026-03-10',
      balance: 6000,
    },
  })
  const shown = async () => {
    const [row] = await rows()
    const { balance } = await db
      .selectFrom('expenses')
      .select('balance')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return [row!.status, row!.amount, row!.expense_goal_id, row!.expense_why, balance]
  }
  await takeCamt('60.00', 'PDNG')
  const before = ['pending', -6000, id, { by: 'name' }, 0]
  assert.deepEqual(await shown(), before)
  runtime.advance({ minutes: 1 })
  await takeCamt('21.00', 'BOOK')
  assert.deepEqual(await shown(), ['booked', -2100, null, null, 6000])
  assert.equal((await open()).length, 1)
  await undo(1)
  assert.deepEqual([await shown(), await open()], [before, []])
  await check()
})
