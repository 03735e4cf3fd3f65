import { accountsApp } from '#/budget/accounts/app-contract.ts'
import { changeAccount, closeAccount } from '#/budget/accounts/change.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { createAccount } from '#/budget/accounts/create.ts'
import { listAccounts } from '#/budget/accounts/list.ts'
import { assignmentsApp } from '#/budget/assignments/app-contract.ts'
import {
  acceptAssignmentSuggestion,
  dismissAssignmentSuggestion,
  listAssignmentSuggestions,
  restoreAssignmentSuggestion,
} from '#/budget/assignments/suggestions.ts'
import { categoriesApp, categoryRulesApp } from '#/budget/categories/app-contract.ts'
import { changeCategory } from '#/budget/categories/change.ts'
import { categories } from '#/budget/categories/contract.ts'
import { createCategory, orderCategories } from '#/budget/categories/create.ts'
import { listCategories } from '#/budget/categories/list.ts'
import { explainCategory } from '#/budget/categories/explain.ts'
import { removeStarterCategories } from '#/budget/categories/starter/remove-starter.ts'
import { removeCategory } from '#/budget/categories/remove.ts'
import {
  changeCategoryRule,
  createCategoryRule,
  listCategoryRules,
  orderCategoryRules,
  removeCategoryRule,
} from '#/budget/categories/rules.ts'
import { acceptPastPayments } from '#/budget/assignments/past/accept.ts'
import { explainAssignment } from '#/budget/assignments/explain.ts'
import { pastPaymentsApp } from '#/budget/assignments/past/app-contract.ts'
import { leavePastPayments } from '#/budget/assignments/past/leave.ts'
import { listPastPayments } from '#/budget/assignments/past/list.ts'
import { restorePastPayments } from '#/budget/assignments/past/restore.ts'
import { records } from '#/platform/audited/contract.ts'
import { listChanges } from '#/platform/audited/list-changes.ts'
import { reconcilingApp } from '#/budget/reconciling/app-contract.ts'
import { listAccountChecks, listAccountValues } from '#/budget/reconciling/list.ts'
import { reconcileAccount, undoReconciliation } from '#/budget/reconciling/reconcile.ts'
import { removeAccountValue, setAccountValue } from '#/budget/reconciling/set-value.ts'
import { showReconciliation } from '#/budget/reconciling/show.ts'
import { settingsApp } from '#/budget/settings/app-contract.ts'
import { changeSettings } from '#/budget/settings/change.ts'
import { settings } from '#/budget/settings/contract.ts'
import { showSettings } from '#/budget/settings/show.ts'
import { matchesApp, returnsApp } from '#/sources/intake/suggestions/app-contract.ts'
import {
  acceptMatchSuggestion,
  dismissMatchSuggestion,
  listMatchSuggestions,
  restoreMatchSuggestion,
} from '#/sources/intake/suggestions/match-suggestions.ts'
import { separateMatchedPayments } from '#/sources/intake/suggestions/separate-match.ts'
import {
  joinReturned,
  keepApart,
  listReturned,
} from '#/sources/banks/connecting/returned-accounts.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { addStarterCategories } from '#/budget/transactions/writing/add-starter-categories.ts'
import { applyCategoryRules } from '#/budget/transactions/writing/apply-category-rules.ts'
import { removeTransaction } from '#/budget/transactions/writing/remove.ts'
import { restoreTransaction } from '#/budget/transactions/writing/restore.ts'
import { joinTransaction } from '#/budget/transactions/splitting/split.ts'
import { undoSplit } from '#/budget/transactions/splitting/undo-split.ts'
import { splitCommand } from './split.ts'
import { commandOf } from './endpoint-command.ts'

const [c, r, a, s] = [categoriesApp, categoryRulesApp, accountsApp, settingsApp]
const [m, b, k] = [matchesApp, returnsApp, reconcilingApp]
const [g, p] = [assignmentsApp, pastPaymentsApp]

/** Lists the commands for a household's categories, rules, accounts, settings and suggestions. */
export const budgetCommands = [
  commandOf({ words: 'category list', endpoint: categories.listCategories, verb: listCategories }),
  commandOf({ words: 'category create', endpoint: c.createCategory, verb: createCategory }),
  commandOf({
    words: 'category starter',
    endpoint: c.addStarterCategories,
    verb: addStarterCategories,
  }),
  commandOf({
    words: 'category drop-starter',
    endpoint: c.removeStarterCategories,
    verb: removeStarterCategories,
  }),
  commandOf({ words: 'category change', endpoint: c.changeCategory, verb: changeCategory }),
  commandOf({ words: 'category order', endpoint: c.orderCategories, verb: orderCategories }),
  commandOf({ words: 'category remove', endpoint: c.removeCategory, verb: removeCategory }),
  commandOf({ words: 'rule list', endpoint: r.listCategoryRules, verb: listCategoryRules }),
  commandOf({ words: 'rule create', endpoint: r.createCategoryRule, verb: createCategoryRule }),
  commandOf({ words: 'rule change', endpoint: r.changeCategoryRule, verb: changeCategoryRule }),
  commandOf({ words: 'rule order', endpoint: r.orderCategoryRules, verb: orderCategoryRules }),
  commandOf({ words: 'rule remove', endpoint: r.removeCategoryRule, verb: removeCategoryRule }),
  commandOf({ words: 'rule apply', endpoint: r.applyCategoryRules, verb: applyCategoryRules }),
  commandOf({ words: 'category why', endpoint: r.explainCategory, verb: explainCategory }),
  commandOf({ words: 'account list', endpoint: accounts.listAccounts, verb: listAccounts }),
  commandOf({ words: 'account create', endpoint: a.createAccount, verb: createAccount }),
  commandOf({ words: 'account change', endpoint: a.changeAccount, verb: changeAccount }),
  commandOf({ words: 'account close', endpoint: a.closeAccount, verb: closeAccount }),
  commandOf({ words: 'account checks', endpoint: k.listAccountChecks, verb: listAccountChecks }),
  commandOf({
    words: 'account compare',
    endpoint: k.showReconciliation,
    verb: showReconciliation,
  }),
  commandOf({ words: 'account reconcile', endpoint: k.reconcileAccount, verb: reconcileAccount }),
  commandOf({
    words: 'account undo-reconcile',
    endpoint: k.undoReconciliation,
    verb: undoReconciliation,
  }),
  commandOf({ words: 'account value', endpoint: k.setAccountValue, verb: setAccountValue }),
  commandOf({ words: 'account values', endpoint: k.listAccountValues, verb: listAccountValues }),
  commandOf({
    words: 'account remove-value',
    endpoint: k.removeAccountValue,
    verb: removeAccountValue,
  }),
  commandOf({ words: 'account returned', endpoint: b.listReturned, verb: listReturned }),
  commandOf({ words: 'account join', endpoint: b.joinReturned, verb: joinReturned }),
  commandOf({ words: 'account apart', endpoint: b.keepApart, verb: keepApart }),
  commandOf({ words: 'settings show', endpoint: settings.showSettings, verb: showSettings }),
  commandOf({ words: 'settings set', endpoint: s.changeSettings, verb: changeSettings }),
  commandOf({ words: 'match list', endpoint: m.listMatchSuggestions, verb: listMatchSuggestions }),
  commandOf({
    words: 'match accept',
    endpoint: m.acceptMatchSuggestion,
    verb: acceptMatchSuggestion,
  }),
  commandOf({
    words: 'match separate',
    endpoint: m.separateMatchedPayments,
    verb: separateMatchedPayments,
  }),
  commandOf({
    words: 'match dismiss',
    endpoint: m.dismissMatchSuggestion,
    verb: dismissMatchSuggestion,
  }),
  commandOf({
    words: 'match restore',
    endpoint: m.restoreMatchSuggestion,
    verb: restoreMatchSuggestion,
  }),
  commandOf({ words: 'transaction why', endpoint: g.explainAssignment, verb: explainAssignment }),
  commandOf({ words: 'past list', endpoint: p.listPastPayments, verb: listPastPayments }),
  commandOf({ words: 'past accept', endpoint: p.acceptPastPayments, verb: acceptPastPayments }),
  commandOf({ words: 'past dismiss', endpoint: p.leavePastPayments, verb: leavePastPayments }),
  commandOf({ words: 'past restore', endpoint: p.restorePastPayments, verb: restorePastPayments }),
  commandOf({
    words: 'suggestion list',
    endpoint: g.listAssignmentSuggestions,
    verb: listAssignmentSuggestions,
  }),
  commandOf({
    words: 'suggestion accept',
    endpoint: g.acceptAssignmentSuggestion,
    verb: acceptAssignmentSuggestion,
  }),
  commandOf({
    words: 'suggestion dismiss',
    endpoint: g.dismissAssignmentSuggestion,
    verb: dismissAssignmentSuggestion,
  }),
  commandOf({
    words: 'suggestion restore',
    endpoint: g.restoreAssignmentSuggestion,
    verb: restoreAssignmentSuggestion,
  }),
  commandOf({
    words: 'transaction delete',
    endpoint: transactionsApp.removeTransaction,
    verb: removeTransaction,
  }),
  splitCommand,
  commandOf({
    words: 'transaction join',
    endpoint: transactionsApp.joinTransaction,
    verb: joinTransaction,
  }),
  commandOf({
    words: 'transaction undo-split',
    endpoint: transactionsApp.undoSplit,
    verb: undoSplit,
  }),
  commandOf({
    words: 'transaction restore',
    endpoint: transactionsApp.restoreTransaction,
    verb: restoreTransaction,
  }),
  commandOf({ words: 'audit', endpoint: records.listChanges, verb: listChanges }),
]
