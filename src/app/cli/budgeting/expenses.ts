import { cardsApp } from '#/budget/cards/app-contract.ts'
import { coverCard } from '#/budget/cards/cover.ts'
import { dismissCard, restoreCard } from '#/budget/cards/dismiss.ts'
import { listUncoveredCards } from '#/budget/cards/list-uncovered.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { archiveExpense, listArchivedExpenses, restoreExpense } from '#/budget/expenses/archive.ts'
import {
  createExpenseGroup,
  orderExpenseGroups,
  orderExpenses,
  removeExpenseGroup,
  renameExpenseGroup,
} from '#/budget/expenses/change-groups.ts'
import { changeExpense } from '#/budget/expenses/change.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { createExpense } from '#/budget/expenses/create.ts'
import { listExpenseGroups } from '#/budget/expenses/groups.ts'
import { listExpenses } from '#/budget/expenses/list.ts'
import { placeExpense } from '#/budget/expenses/place.ts'
import { fundingApp } from '#/budget/funding/app-contract.ts'
import {
  changeFundingSchedule,
  createFundingSchedule,
  orderFundingSchedules,
} from '#/budget/funding/change-schedule.ts'
import { funding } from '#/budget/funding/contract.ts'
import { addPayday, removePayday } from '#/budget/funding/extra-paydays.ts'
import { listFundingSchedules } from '#/budget/funding/list.ts'
import { removeFundingSchedule } from '#/budget/funding/remove-schedule.ts'
import { commandOf } from './endpoint-command.ts'
import { fundCommands } from './fund.ts'

const [e, f] = [expensesApp, fundingApp]
const change = { endpoint: f.changeFundingSchedule, verb: changeFundingSchedule }

/** Lists the commands for a household's Expenses, their groups, its cards, and the paydays that fund them. */
export const expenseCommands = [
  commandOf({ words: 'expense list', endpoint: expenses.listExpenses, verb: listExpenses }),
  commandOf({ words: 'expense create', endpoint: e.createExpense, verb: createExpense }),
  commandOf({ words: 'expense change', endpoint: e.changeExpense, verb: changeExpense }),
  commandOf({ words: 'expense order', endpoint: e.orderExpenses, verb: orderExpenses }),
  commandOf({ words: 'expense place', endpoint: e.placeExpense, verb: placeExpense }),
  ...fundCommands,
  commandOf({ words: 'expense archive', endpoint: e.archiveExpense, verb: archiveExpense }),
  commandOf({ words: 'expense restore', endpoint: e.restoreExpense, verb: restoreExpense }),
  commandOf({
    words: 'expense archived',
    endpoint: e.listArchivedExpenses,
    verb: listArchivedExpenses,
  }),
  commandOf({
    words: 'card list',
    endpoint: cardsApp.listUncoveredCards,
    verb: listUncoveredCards,
  }),
  commandOf({ words: 'card cover', endpoint: cardsApp.coverCard, verb: coverCard }),
  commandOf({ words: 'card dismiss', endpoint: cardsApp.dismissCard, verb: dismissCard }),
  commandOf({ words: 'card restore', endpoint: cardsApp.restoreCard, verb: restoreCard }),
  commandOf({ words: 'group list', endpoint: expenses.listExpenseGroups, verb: listExpenseGroups }),
  commandOf({ words: 'group create', endpoint: e.createExpenseGroup, verb: createExpenseGroup }),
  commandOf({ words: 'group rename', endpoint: e.renameExpenseGroup, verb: renameExpenseGroup }),
  commandOf({ words: 'group order', endpoint: e.orderExpenseGroups, verb: orderExpenseGroups }),
  commandOf({ words: 'group remove', endpoint: e.removeExpenseGroup, verb: removeExpenseGroup }),
  commandOf({
    words: 'schedule list',
    endpoint: funding.listFundingSchedules,
    verb: listFundingSchedules,
  }),
  commandOf({
    words: 'schedule create',
    endpoint: f.createFundingSchedule,
    verb: createFundingSchedule,
  }),
  commandOf({ words: 'schedule change', ...change }),
  commandOf({
    words: 'schedule pause',
    ...change,
    fixed: { paused: true },
    summary: 'Pauses a schedule; paydays that pass meanwhile are skipped for good.',
  }),
  commandOf({
    words: 'schedule resume',
    ...change,
    fixed: { paused: false },
    summary: 'Resumes a paused schedule.',
  }),
  commandOf({ words: 'schedule payday', endpoint: f.addPayday, verb: addPayday }),
  commandOf({ words: 'schedule unpayday', endpoint: f.removePayday, verb: removePayday }),
  commandOf({
    words: 'schedule order',
    endpoint: f.orderFundingSchedules,
    verb: orderFundingSchedules,
  }),
  commandOf({
    words: 'schedule remove',
    endpoint: f.removeFundingSchedule,
    verb: removeFundingSchedule,
  }),
]
