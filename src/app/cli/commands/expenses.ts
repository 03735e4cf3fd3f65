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
import { manage } from './manage.ts'

const [e, f] = [expensesApp, fundingApp]
const change = { endpoint: f.changeFundingSchedule, verb: changeFundingSchedule }

/** What an operator changes about a household's Expenses, their groups, and the paydays that fund them. */
export const expenseCommands = [
  manage({ words: 'expense list', endpoint: expenses.listExpenses, verb: listExpenses }),
  manage({ words: 'expense create', endpoint: e.createExpense, verb: createExpense }),
  manage({ words: 'expense change', endpoint: e.changeExpense, verb: changeExpense }),
  manage({ words: 'expense order', endpoint: e.orderExpenses, verb: orderExpenses }),
  manage({ words: 'expense place', endpoint: e.placeExpense, verb: placeExpense }),
  manage({ words: 'expense archive', endpoint: e.archiveExpense, verb: archiveExpense }),
  manage({ words: 'expense restore', endpoint: e.restoreExpense, verb: restoreExpense }),
  manage({
    words: 'expense archived',
    endpoint: e.listArchivedExpenses,
    verb: listArchivedExpenses,
  }),
  manage({ words: 'group list', endpoint: expenses.listExpenseGroups, verb: listExpenseGroups }),
  manage({ words: 'group create', endpoint: e.createExpenseGroup, verb: createExpenseGroup }),
  manage({ words: 'group rename', endpoint: e.renameExpenseGroup, verb: renameExpenseGroup }),
  manage({ words: 'group order', endpoint: e.orderExpenseGroups, verb: orderExpenseGroups }),
  manage({ words: 'group remove', endpoint: e.removeExpenseGroup, verb: removeExpenseGroup }),
  manage({
    words: 'schedule list',
    endpoint: funding.listFundingSchedules,
    verb: listFundingSchedules,
  }),
  manage({
    words: 'schedule create',
    endpoint: f.createFundingSchedule,
    verb: createFundingSchedule,
  }),
  manage({ words: 'schedule change', ...change }),
  manage({
    words: 'schedule pause',
    ...change,
    fixed: { paused: true },
    summary: 'Stops the paydays of a schedule; those that pass meanwhile are not made up for.',
  }),
  manage({
    words: 'schedule resume',
    ...change,
    fixed: { paused: false },
    summary: 'Lets a paused schedule pay again.',
  }),
  manage({ words: 'schedule payday', endpoint: f.addPayday, verb: addPayday }),
  manage({ words: 'schedule unpayday', endpoint: f.removePayday, verb: removePayday }),
  manage({
    words: 'schedule order',
    endpoint: f.orderFundingSchedules,
    verb: orderFundingSchedules,
  }),
  manage({
    words: 'schedule remove',
    endpoint: f.removeFundingSchedule,
    verb: removeFundingSchedule,
  }),
]
