import { cardsApp } from '#/budget/cards/app-contract.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { fundingApp } from '#/budget/funding/app-contract.ts'
import { funding } from '#/budget/funding/contract.ts'
import { commandOf } from './endpoint-command.ts'
import { fundCommands } from './fund.ts'

const [e, f] = [expensesApp, fundingApp]
const change = { endpoint: f.changeFundingSchedule }

/** Lists the commands for a household's Expenses, their groups, its cards, and the paydays that fund them. */
export const expenseCommands = [
  commandOf({
    words: 'expense list',
    common: 'List what money is set aside for',
    shows: [
      'name',
      'type',
      'balance',
      'target_amount',
      'due_date',
      'next_contribution_amount',
      'id',
    ],
    examples: [
      'expense list HOUSEHOLD_ID --long',
      'expense list HOUSEHOLD_ID --csv > expenses.csv',
    ],
    endpoint: expenses.listExpenses,
  }),
  commandOf({
    words: 'expense create',
    common: 'Set money aside for something new',
    examples: [
      'expense create HOUSEHOLD_ID --name Rent --target-amount 120000 --recurrence-interval-months 1 --recurrence-anchor-date 2027-01-01',
    ],
    endpoint: e.createExpense,
  }),
  commandOf({
    words: 'expense change',
    examples: ['expense change HOUSEHOLD_ID EXPENSE_ID --target-amount 125000 --group-id none'],
    endpoint: e.changeExpense,
  }),
  commandOf({
    words: 'expense order',
    examples: ['expense order HOUSEHOLD_ID --ids EXPENSE_ID,OTHER_ID'],
    endpoint: e.orderExpenses,
  }),
  commandOf({ words: 'expense place', endpoint: e.placeExpense }),
  ...fundCommands,
  commandOf({ words: 'expense archive', endpoint: e.archiveExpense }),
  commandOf({ words: 'expense restore', endpoint: e.restoreExpense }),
  commandOf({
    words: 'expense archived',
    shows: ['name', 'type', 'archived_at', 'id'],
    endpoint: e.listArchivedExpenses,
  }),
  commandOf({
    words: 'card list',
    within: 'cards',
    shows: [
      'name',
      'institution_name',
      'owed',
      'set_aside',
      'free_to_spend',
      'free_after',
      'dismissed',
      'account_id',
    ],
    endpoint: cardsApp.listUncoveredCards,
  }),
  commandOf({ words: 'card cover', endpoint: cardsApp.coverCard }),
  commandOf({ words: 'card dismiss', endpoint: cardsApp.dismissCard }),
  commandOf({ words: 'card restore', endpoint: cardsApp.restoreCard }),
  commandOf({
    words: 'group list',
    shows: ['name', 'balance', 'target_amount', 'id'],
    endpoint: expenses.listExpenseGroups,
  }),
  commandOf({ words: 'group create', endpoint: e.createExpenseGroup }),
  commandOf({ words: 'group rename', endpoint: e.renameExpenseGroup }),
  commandOf({ words: 'group order', endpoint: e.orderExpenseGroups }),
  commandOf({ words: 'group remove', endpoint: e.removeExpenseGroup }),
  commandOf({
    words: 'schedule list',
    common: 'List the paydays',
    shows: [
      'name',
      'frequency',
      'next_run_date',
      'estimated_deposit',
      'estimated_contribution',
      'enabled',
      'id',
    ],
    endpoint: funding.listFundingSchedules,
  }),
  commandOf({
    words: 'schedule create',
    examples: [
      'schedule create HOUSEHOLD_ID --name Salary --frequency monthly --days 28 --anchor 2026-11-28',
    ],
    endpoint: f.createFundingSchedule,
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
  commandOf({
    words: 'schedule payday',
    examples: ['schedule payday HOUSEHOLD_ID SCHEDULE_ID --day 2027-01-15'],
    endpoint: f.addPayday,
  }),
  commandOf({ words: 'schedule unpayday', endpoint: f.removePayday }),
  commandOf({
    words: 'schedule order',
    endpoint: f.orderFundingSchedules,
  }),
  commandOf({
    words: 'schedule remove',
    endpoint: f.removeFundingSchedule,
  }),
]
