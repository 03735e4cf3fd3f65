import { accountsApp } from '#/budget/accounts/app-contract.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { assignmentsApp } from '#/budget/assignments/app-contract.ts'
import { categoriesApp, categoryRulesApp } from '#/budget/categories/app-contract.ts'
import { categories } from '#/budget/categories/contract.ts'
import { pastPaymentsApp } from '#/budget/assignments/past/app-contract.ts'
import { records } from '#/platform/audited/contract.ts'
import { reconcilingApp } from '#/budget/reconciling/app-contract.ts'
import { settingsApp } from '#/budget/settings/app-contract.ts'
import { settings } from '#/budget/settings/contract.ts'
import { matchesApp, returnsApp } from '#/sources/intake/suggestions/app-contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { splitCommand } from './split.ts'
import { commandOf } from './endpoint-command.ts'

const [c, r, a, s] = [categoriesApp, categoryRulesApp, accountsApp, settingsApp]
const [m, b, k] = [matchesApp, returnsApp, reconcilingApp]
const [g, p] = [assignmentsApp, pastPaymentsApp]

/** Lists the commands for a household's categories, rules, accounts, settings and suggestions. */
export const budgetCommands = [
  commandOf({
    words: 'category list',
    common: 'List the categories',
    shows: ['group_name', 'name', 'kind', 'is_hidden', 'id'],
    endpoint: categories.listCategories,
  }),
  commandOf({
    words: 'category create',
    examples: ['category create HOUSEHOLD_ID --name Tolls --kind expense'],
    endpoint: c.createCategory,
  }),
  commandOf({
    words: 'category starter',
    endpoint: c.addStarterCategories,
  }),
  commandOf({
    words: 'category drop-starter',
    endpoint: c.removeStarterCategories,
  }),
  commandOf({ words: 'category change', endpoint: c.changeCategory }),
  commandOf({ words: 'category order', endpoint: c.orderCategories }),
  commandOf({ words: 'category remove', endpoint: c.removeCategory }),
  commandOf({
    words: 'rule list',
    common: 'List the rules for imported payments',
    shows: ['position', 'match', 'text', 'direction', 'concept', 'category_id', 'id'],
    endpoint: r.listCategoryRules,
  }),
  commandOf({
    words: 'rule create',
    examples: [
      'rule create HOUSEHOLD_ID --text bakery --category-id CATEGORY_ID',
      'rule create HOUSEHOLD_ID --text landlord --expense-id EXPENSE_ID',
    ],
    endpoint: r.createCategoryRule,
  }),
  commandOf({ words: 'rule change', endpoint: r.changeCategoryRule }),
  commandOf({ words: 'rule order', endpoint: r.orderCategoryRules }),
  commandOf({ words: 'rule remove', endpoint: r.removeCategoryRule }),
  commandOf({ words: 'rule apply', endpoint: r.applyCategoryRules }),
  commandOf({ words: 'category why', endpoint: r.explainCategory }),
  commandOf({
    words: 'account list',
    group: 'accounts',
    common: 'List the accounts and their balances',
    shows: ['name', 'type', 'balance', 'available_balance', 'institution_name', 'id'],
    endpoint: accounts.listAccounts,
  }),
  commandOf({
    words: 'account create',
    group: 'accounts',
    examples: [
      'account create HOUSEHOLD_ID --name Cash --type wallet --balance 5000',
      'account create HOUSEHOLD_ID --name Visa --type credit --balance=-21000',
    ],
    endpoint: a.createAccount,
  }),
  commandOf({
    words: 'account change',
    group: 'accounts',
    endpoint: a.changeAccount,
  }),
  commandOf({
    words: 'account close',
    group: 'accounts',
    endpoint: a.closeAccount,
  }),
  commandOf({
    words: 'account checks',
    group: 'accounts',
    shows: ['way', 'day', 'balance', 'account_id'],
    endpoint: k.listAccountChecks,
  }),
  commandOf({
    words: 'account compare',
    group: 'accounts',
    endpoint: k.showReconciliation,
  }),
  commandOf({
    words: 'account reconcile',
    group: 'accounts',
    common: 'Bring an account to its bank’s balance',
    examples: ['account reconcile HOUSEHOLD_ID ACCOUNT_ID --balance 299000'],
    endpoint: k.reconcileAccount,
  }),
  commandOf({
    words: 'account undo-reconcile',
    group: 'accounts',
    endpoint: k.undoReconciliation,
  }),
  commandOf({
    words: 'account value',
    group: 'accounts',
    examples: ['account value HOUSEHOLD_ID ACCOUNT_ID --value 800000 --day 2026-01-01'],
    endpoint: k.setAccountValue,
  }),
  commandOf({
    words: 'account values',
    group: 'accounts',
    shows: ['day', 'balance', 'kind', 'id'],
    endpoint: k.listAccountValues,
  }),
  commandOf({
    words: 'account remove-value',
    group: 'accounts',
    endpoint: k.removeAccountValue,
  }),
  commandOf({
    words: 'account returned',
    group: 'accounts',
    shows: ['name', 'mask', 'institution_name', 'may_be.name', 'id'],
    endpoint: b.listReturned,
  }),
  commandOf({
    words: 'account join',
    group: 'accounts',
    endpoint: b.joinReturned,
  }),
  commandOf({ words: 'account apart', group: 'accounts', endpoint: b.keepApart }),
  commandOf({
    words: 'settings show',
    group: 'people',
    endpoint: settings.showSettings,
  }),
  commandOf({
    words: 'settings set',
    group: 'people',
    examples: ['settings set HOUSEHOLD_ID --timezone Europe/Lisbon --floor 10000'],
    endpoint: s.changeSettings,
  }),
  commandOf({
    words: 'match list',
    group: 'accounts',
    shows: [
      'pending.booked_at',
      'pending.amount',
      'pending.concept',
      'booked.booked_at',
      'booked.amount',
      'booked.concept',
      'id',
    ],
    endpoint: m.listMatchSuggestions,
  }),
  commandOf({
    words: 'match accept',
    group: 'accounts',
    endpoint: m.acceptMatchSuggestion,
  }),
  commandOf({
    words: 'match separate',
    group: 'accounts',
    endpoint: m.separateMatchedPayments,
  }),
  commandOf({
    words: 'match dismiss',
    group: 'accounts',
    endpoint: m.dismissMatchSuggestion,
  }),
  commandOf({
    words: 'match restore',
    group: 'accounts',
    endpoint: m.restoreMatchSuggestion,
  }),
  commandOf({
    words: 'transaction why',
    group: 'accounts',
    endpoint: g.explainAssignment,
  }),
  commandOf({
    words: 'past list',
    within: 'payments',
    shows: ['expense.name', 'booked_at', 'amount', 'concept', 'account_name', 'moves', 'id'],
    endpoint: p.listPastPayments,
  }),
  commandOf({ words: 'past accept', endpoint: p.acceptPastPayments }),
  commandOf({ words: 'past dismiss', endpoint: p.leavePastPayments }),
  commandOf({ words: 'past restore', endpoint: p.restorePastPayments }),
  commandOf({
    words: 'suggestion list',
    shows: [
      'transaction.booked_at',
      'transaction.amount',
      'transaction.concept',
      'expense.name',
      'id',
    ],
    endpoint: g.listAssignmentSuggestions,
  }),
  commandOf({
    words: 'suggestion accept',
    endpoint: g.acceptAssignmentSuggestion,
  }),
  commandOf({
    words: 'suggestion dismiss',
    endpoint: g.dismissAssignmentSuggestion,
  }),
  commandOf({
    words: 'suggestion restore',
    endpoint: g.restoreAssignmentSuggestion,
  }),
  commandOf({
    words: 'transaction delete',
    group: 'accounts',
    endpoint: transactionsApp.removeTransaction,
  }),
  splitCommand,
  commandOf({
    words: 'transaction join',
    group: 'accounts',
    endpoint: transactionsApp.joinTransaction,
  }),
  commandOf({
    words: 'transaction undo-split',
    group: 'accounts',
    endpoint: transactionsApp.undoSplit,
  }),
  commandOf({
    words: 'transaction restore',
    group: 'accounts',
    endpoint: transactionsApp.restoreTransaction,
  }),
  commandOf({
    words: 'audit',
    group: 'people',
    common: 'List who changed what in a household',
    shows: ['at', 'through', 'action', 'member_id', 'subject_id'],
    endpoint: records.listChanges,
  }),
]
