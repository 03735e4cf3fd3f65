import type { Answer, Contract, Endpoint, Received } from '#/platform/contract/endpoint.ts'
import type { JsonText } from '#/platform/runtime/call.ts'
import type { ActingAtCli, Verb } from './act-for.ts'
import { calendar } from '#/app/calendar/contract.ts'
import { showCalendar } from '#/app/calendar/show.ts'
import { calendarFeeds } from '#/app/calendar-feed/contract.ts'
import { createFeed } from '#/app/calendar-feed/create.ts'
import { listFeeds } from '#/app/calendar-feed/list.ts'
import { revokeFeed } from '#/app/calendar-feed/revoke.ts'
import { accountsApp } from '#/budget/accounts/app-contract.ts'
import { changeAccount, closeAccount } from '#/budget/accounts/change.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { createAccount } from '#/budget/accounts/create.ts'
import { listAccounts } from '#/budget/accounts/list.ts'
import { summarizeAccounts } from '#/budget/accounts/summary.ts'
import { assignmentsApp } from '#/budget/assignments/app-contract.ts'
import { assignTransaction } from '#/budget/assignments/assign.ts'
import { explainAssignment } from '#/budget/assignments/explain.ts'
import { acceptPastPayments } from '#/budget/assignments/past/accept.ts'
import { pastPaymentsApp } from '#/budget/assignments/past/app-contract.ts'
import { leavePastPayments } from '#/budget/assignments/past/leave.ts'
import { listPastPayments } from '#/budget/assignments/past/list.ts'
import { restorePastPayments } from '#/budget/assignments/past/restore.ts'
import {
  acceptAssignmentSuggestion,
  dismissAssignmentSuggestion,
  listAssignmentSuggestions,
  restoreAssignmentSuggestion,
} from '#/budget/assignments/suggestions.ts'
import { cardsApp } from '#/budget/cards/app-contract.ts'
import { coverCard } from '#/budget/cards/cover.ts'
import { dismissCard, restoreCard } from '#/budget/cards/dismiss.ts'
import { listUncoveredCards } from '#/budget/cards/list-uncovered.ts'
import { categoriesApp, categoryRulesApp } from '#/budget/categories/app-contract.ts'
import { changeCategory } from '#/budget/categories/change.ts'
import { categories } from '#/budget/categories/contract.ts'
import { createCategory, orderCategories } from '#/budget/categories/create.ts'
import { explainCategory } from '#/budget/categories/explain.ts'
import { listCategories } from '#/budget/categories/list.ts'
import { removeCategory } from '#/budget/categories/remove.ts'
import {
  changeCategoryRule,
  createCategoryRule,
  listCategoryRules,
  orderCategoryRules,
  removeCategoryRule,
} from '#/budget/categories/rules.ts'
import { removeStarterCategories } from '#/budget/categories/starter/remove-starter.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { archiveExpense, listArchivedExpenses, restoreExpense } from '#/budget/expenses/archive.ts'
import { fundingByHand } from '#/budget/expenses/by-hand/fund-contract.ts'
import { fundExpense, releaseExpense } from '#/budget/expenses/by-hand/fund.ts'
import { undoMove } from '#/budget/expenses/by-hand/undo-move.ts'
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
import { summarizeExpenses } from '#/budget/expenses/summary.ts'
import { listExpenseTransfers } from '#/budget/expenses/transfers.ts'
import { fundingApp } from '#/budget/funding/app-contract.ts'
import {
  changeFundingSchedule,
  createFundingSchedule,
  orderFundingSchedules,
} from '#/budget/funding/change-schedule.ts'
import { funding } from '#/budget/funding/contract.ts'
import { showExplanation } from '#/budget/funding/explain-expense.ts'
import { addPayday, removePayday } from '#/budget/funding/extra-paydays.ts'
import { forecasting } from '#/budget/funding/forecast-contract.ts'
import { showForecast } from '#/budget/funding/forecast-household.ts'
import { listFundingSchedules } from '#/budget/funding/list.ts'
import { removeFundingSchedule } from '#/budget/funding/remove-schedule.ts'
import { reconcilingApp } from '#/budget/reconciling/app-contract.ts'
import { listAccountChecks, listAccountValues } from '#/budget/reconciling/list.ts'
import { reconcileAccount, undoReconciliation } from '#/budget/reconciling/reconcile.ts'
import { removeAccountValue, setAccountValue } from '#/budget/reconciling/set-value.ts'
import { showReconciliation } from '#/budget/reconciling/show.ts'
import { freeToSpendChanges } from '#/budget/reports/changes-contract.ts'
import { explainFreeToSpend } from '#/budget/reports/explain-free-to-spend.ts'
import { settingsApp } from '#/budget/settings/app-contract.ts'
import { changeSettings } from '#/budget/settings/change.ts'
import { settings } from '#/budget/settings/contract.ts'
import { showSettings } from '#/budget/settings/show.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { listTransactions } from '#/budget/transactions/list.ts'
import { showTransaction } from '#/budget/transactions/show.ts'
import { joinTransaction, splitTransaction } from '#/budget/transactions/splitting/split.ts'
import { undoSplit } from '#/budget/transactions/splitting/undo-split.ts'
import { summarizeTransactions } from '#/budget/transactions/summary.ts'
import { addStarterCategories } from '#/budget/transactions/writing/add-starter-categories.ts'
import { applyCategoryRules } from '#/budget/transactions/writing/apply-category-rules.ts'
import { removeTransaction } from '#/budget/transactions/writing/remove.ts'
import { restoreTransaction } from '#/budget/transactions/writing/restore.ts'
import { records } from '#/platform/audited/contract.ts'
import { listChanges } from '#/platform/audited/list-changes.ts'
import {
  joinReturned,
  keepApart,
  listReturned,
} from '#/sources/banks/connecting/returned-accounts.ts'
import { matchesApp, returnsApp } from '#/sources/intake/suggestions/app-contract.ts'
import {
  acceptMatchSuggestion,
  dismissMatchSuggestion,
  listMatchSuggestions,
  restoreMatchSuggestion,
} from '#/sources/intake/suggestions/match-suggestions.ts'
import { separateMatchedPayments } from '#/sources/intake/suggestions/separate-match.ts'
import { walletApp } from '#/sources/wallet/app-contract.ts'
import { createDevice } from '#/sources/wallet/create.ts'
import { linkWalletAccount } from '#/sources/wallet/link.ts'
import { listDevices } from '#/sources/wallet/list.ts'
import { revokeDevice } from '#/sources/wallet/revoke.ts'
import { householdWebhooks } from '#/webhooks/app-contract.ts'
import { listHouseholdWebhooks } from '#/webhooks/managing/list-all.ts'
import { pauseWebhook } from '#/webhooks/managing/pause.ts'

/** A handler that needs no member behind it. */
type Fits<E extends Endpoint> = (
  acting: ActingAtCli,
  input: Received<E>,
) => Promise<Answer<E> | JsonText>

/**
 * The functions that answer a household's commands on its database. They load most of the product, so this file is loaded
 * by the first command that needs the database.
 */
export const verbs: ReadonlyMap<Endpoint, Verb> = new Map([
  ...of(categories, {
    listCategories,
  }),
  ...of(categoriesApp, {
    createCategory,
    addStarterCategories,
    removeStarterCategories,
    changeCategory,
    orderCategories,
    removeCategory,
  }),
  ...of(categoryRulesApp, {
    listCategoryRules,
    createCategoryRule,
    changeCategoryRule,
    orderCategoryRules,
    removeCategoryRule,
    applyCategoryRules,
    explainCategory,
  }),
  ...of(accounts, {
    listAccounts,
    summarizeAccounts,
  }),
  ...of(accountsApp, {
    createAccount,
    changeAccount,
    closeAccount,
  }),
  ...of(reconcilingApp, {
    listAccountChecks,
    showReconciliation,
    reconcileAccount,
    undoReconciliation,
    setAccountValue,
    listAccountValues,
    removeAccountValue,
  }),
  ...of(returnsApp, {
    listReturned,
    joinReturned,
    keepApart,
  }),
  ...of(settings, {
    showSettings,
  }),
  ...of(settingsApp, {
    changeSettings,
  }),
  ...of(matchesApp, {
    listMatchSuggestions,
    acceptMatchSuggestion,
    separateMatchedPayments,
    dismissMatchSuggestion,
    restoreMatchSuggestion,
  }),
  ...of(assignmentsApp, {
    explainAssignment,
    listAssignmentSuggestions,
    acceptAssignmentSuggestion,
    dismissAssignmentSuggestion,
    restoreAssignmentSuggestion,
  }),
  ...of(pastPaymentsApp, {
    listPastPayments,
    acceptPastPayments,
    leavePastPayments,
    restorePastPayments,
  }),
  ...of(transactionsApp, {
    removeTransaction,
    joinTransaction,
    undoSplit,
    restoreTransaction,
    splitTransaction,
  }),
  ...of(records, {
    listChanges,
  }),
  ...of(fundingApp, {
    changeFundingSchedule,
    createFundingSchedule,
    addPayday,
    removePayday,
    orderFundingSchedules,
    removeFundingSchedule,
  }),
  ...of(expenses, {
    listExpenses,
    listExpenseGroups,
    summarizeExpenses,
    listExpenseTransfers,
  }),
  ...of(expensesApp, {
    createExpense,
    changeExpense,
    orderExpenses,
    placeExpense,
    archiveExpense,
    restoreExpense,
    listArchivedExpenses,
    createExpenseGroup,
    renameExpenseGroup,
    orderExpenseGroups,
    removeExpenseGroup,
  }),
  ...of(cardsApp, {
    listUncoveredCards,
    coverCard,
    dismissCard,
    restoreCard,
  }),
  ...of(funding, {
    listFundingSchedules,
  }),
  ...of(calendarFeeds, { createFeed, listFeeds, revokeFeed }),
  ...of(walletApp, {
    createDevice,
    listDevices,
    revokeDevice,
    linkWalletAccount,
  }),
  ...of(householdWebhooks, {
    listHouseholdWebhooks,
    pauseWebhook,
  }),
  ...of(fundingByHand, {
    fundExpense,
    releaseExpense,
    undoMove,
  }),
  ...of(forecasting, {
    showForecast,
    explainExpense: showExplanation,
  }),
  ...of(freeToSpendChanges, {
    explainChange: explainFreeToSpend,
  }),
  ...of(transactions, {
    listTransactions,
    showTransaction,

    assignTransaction,
    summarizeTransactions,
  }),
  ...of(calendar, {
    showCalendar,
  }),
])

/** Pairs endpoints of a contract with their functions; the compiler refuses one that needs more than the operator has. */
function of<C extends Contract>(
  contract: C,
  handlers: { readonly [K in keyof C]?: Fits<C[K]> },
): readonly (readonly [Endpoint, Verb])[] {
  return Object.entries(handlers).map(([name, verb]) => [contract[name]!, verb as Verb])
}
