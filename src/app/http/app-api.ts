import { householdAccess } from '#/people/access/app-contract.ts'
import { endHouseholdAccess, showHouseholdAccess } from '#/people/access/of-household.ts'
import { accountsApp } from '#/budget/accounts/app-contract.ts'
import { changeAccount, closeAccount } from '#/budget/accounts/change.ts'
import { createAccount } from '#/budget/accounts/create.ts'
import { assignmentsApp } from '#/budget/assignments/app-contract.ts'
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
import { createCategory, orderCategories } from '#/budget/categories/create.ts'
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
import { covering } from '#/budget/expenses/cover-contract.ts'
import { fundingByHand } from '#/budget/expenses/by-hand/fund-contract.ts'
import { fundExpense, releaseExpense, showFill } from '#/budget/expenses/by-hand/fund.ts'
import { undoMove } from '#/budget/expenses/by-hand/undo-move.ts'
import { coverShortfall, showCover, undoCover } from '#/budget/expenses/cover-shortfall.ts'
import { createExpense } from '#/budget/expenses/create.ts'
import { placeExpense } from '#/budget/expenses/place.ts'
import { fundingApp } from '#/budget/funding/app-contract.ts'
import {
  changeFundingSchedule,
  createFundingSchedule,
  orderFundingSchedules,
} from '#/budget/funding/change-schedule.ts'
import { addPayday, removePayday } from '#/budget/funding/extra-paydays.ts'
import { showExplanation } from '#/budget/funding/explain-expense.ts'
import { forecasting } from '#/budget/funding/forecast-contract.ts'
import { previewExpense } from '#/budget/funding/preview-expense.ts'
import { showForecast } from '#/budget/funding/forecast-household.ts'
import { removeFundingSchedule } from '#/budget/funding/remove-schedule.ts'
import { keysApp } from '#/access/keys/app-contract.ts'
import { calendar } from '#/app/calendar/contract.ts'
import { showCalendar } from '#/app/calendar/show.ts'
import { calendarFeeds } from '#/app/calendar-feed/contract.ts'
import { createFeed } from '#/app/calendar-feed/create.ts'
import { listFeeds } from '#/app/calendar-feed/list.ts'
import { renderFeed } from '#/app/calendar-feed/render.ts'
import { revokeFeed } from '#/app/calendar-feed/revoke.ts'
import { home } from '#/app/home/contract.ts'
import { dismissFirstSteps } from '#/app/home/dismiss-first-steps.ts'
import { showHome } from '#/app/home/show.ts'
import { keys } from '#/access/keys/contract.ts'
import { changeKey } from '#/access/keys/app-change.ts'
import { createKey } from '#/access/keys/app-create.ts'
import { revokeKey } from '#/access/keys/app-revoke.ts'
import { dismissKeyPlaces } from '#/access/keys/dismiss-places.ts'
import { rollKey } from '#/access/keys/roll.ts'
import { listKeys } from '#/access/keys/show.ts'
import { limitsApp } from '#/access/limits/app-contract.ts'
import { showLimits } from '#/access/limits/show.ts'
import { listsApp } from '#/documents/lists/app-contract.ts'
import { answerList } from '#/documents/lists/answer-list.ts'
import { journalsApp } from '#/documents/journals/app-contract.ts'
import { answerJournal } from '#/documents/journals/answer-journal.ts'
import { archiveApp } from '#/documents/archive/app-contract.ts'
import { answerArchive } from '#/documents/archive/answer-archive.ts'
import { membersApp } from '#/people/members/app-contract.ts'
import {
  changeMember,
  leaveHousehold,
  removeMember,
  showBelongings,
} from '#/people/members/change.ts'
import { deleteHousehold } from '#/people/members/delete-household.ts'
import { exportHousehold } from '#/people/members/export.ts'
import {
  createInvitation,
  listInvitations,
  mailInvitationAgain,
  revokeInvitation,
} from '#/people/members/invite.ts'
import { listMembers } from '#/people/members/list.ts'
import { acceptAllPastPayments } from '#/budget/assignments/past/accept-all.ts'
import { acceptPastPayments } from '#/budget/assignments/past/accept.ts'
import { explainAssignment } from '#/budget/assignments/explain.ts'
import { pastPaymentsApp } from '#/budget/assignments/past/app-contract.ts'
import { leavePastPayments } from '#/budget/assignments/past/leave.ts'
import { listPastPayments } from '#/budget/assignments/past/list.ts'
import { restoreAllPastPayments, restorePastPayments } from '#/budget/assignments/past/restore.ts'
import { insights } from '#/budget/insights/contract.ts'
import { showFlow } from '#/budget/insights/flow.ts'
import { showMonths } from '#/budget/insights/months.ts'
import { listRecurring } from '#/budget/insights/recurring.ts'
import { showWorth } from '#/budget/insights/worth.ts'
import { noticesApp } from '#/notices/app-contract.ts'
import { mailWays } from '#/people/mails/app-contract.ts'
import { askMailWay, confirmMailWay } from '#/people/mails/mail-ways.ts'
import { changeNoticeSettings } from '#/notices/managing/change-settings.ts'
import { openPushKey, renewPush } from '#/notices/managing/browser.ts'
import { listNotices } from '#/notices/managing/list.ts'
import { showNoticeSettings } from '#/notices/managing/show-settings.ts'
import { createNoticeWay, removeNoticeWay, testNoticeWay } from '#/notices/managing/ways.ts'
import { proposals } from '#/budget/proposals/contract.ts'
import { freeToSpendChanges } from '#/budget/reports/changes-contract.ts'
import { explainFreeToSpend } from '#/budget/reports/explain-free-to-spend.ts'
import { dismissProposal } from '#/budget/proposals/dismiss.ts'
import { restoreProposal } from '#/budget/proposals/restore.ts'
import { listProposals } from '#/budget/proposals/list.ts'
import { records } from '#/platform/audited/contract.ts'
import { listChanges } from '#/platform/audited/list-changes.ts'
import { requestLog } from '#/access/request-log/app-contract.ts'
import { changeRequestLog } from '#/access/request-log/change.ts'
import { listRequests, showRequest, summarizeErrors } from '#/access/request-log/list.ts'
import { settingsApp } from '#/budget/settings/app-contract.ts'
import { changeSettings } from '#/budget/settings/change.ts'
import { reconcilingApp } from '#/budget/reconciling/app-contract.ts'
import { listAccountChecks, listAccountValues } from '#/budget/reconciling/list.ts'
import { reconcileAccount, undoReconciliation } from '#/budget/reconciling/reconcile.ts'
import { removeAccountValue, setAccountValue } from '#/budget/reconciling/set-value.ts'
import { showReconciliation } from '#/budget/reconciling/show.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { editTransactions } from '#/budget/transactions/writing/edit-many.ts'
import { addStarterCategories } from '#/budget/transactions/writing/add-starter-categories.ts'
import { applyCategoryRules } from '#/budget/transactions/writing/apply-category-rules.ts'
import { listDays } from '#/budget/transactions/list-days.ts'
import { listPayees } from '#/budget/transactions/list-payees.ts'
import { listRows } from '#/budget/transactions/list-rows.ts'
import { showTotals } from '#/budget/transactions/summary.ts'
import { suggestChoices } from '#/budget/transactions/writing/suggest-choices.ts'
import { previewCategoryRule } from '#/budget/transactions/writing/rule-effect.ts'
import { joinTransaction, splitTransaction } from '#/budget/transactions/splitting/split.ts'
import { undoSplit } from '#/budget/transactions/splitting/undo-split.ts'
import { removeTransaction, removeTransactions } from '#/budget/transactions/writing/remove.ts'
import { restoreTransaction, restoreTransactions } from '#/budget/transactions/writing/restore.ts'
import { householdWebhooks } from '#/webhooks/app-contract.ts'
import { listHouseholdWebhooks } from '#/webhooks/managing/list-all.ts'
import { pauseWebhook } from '#/webhooks/managing/pause.ts'
import { publicRoutes } from './public-api.ts'
import { bind, type Routes } from './routes.ts'
import { sourcesRoutes } from './sources-api.ts'

/** Endpoints of the application and the command line that are not in the public API. */
export const managementRoutes: Routes = [
  ...bind(expensesApp, {
    createExpense,
    changeExpense,
    archiveExpense,
    restoreExpense,
    listArchivedExpenses,
    orderExpenses,
    placeExpense,
    createExpenseGroup,
    renameExpenseGroup,
    removeExpenseGroup,
    orderExpenseGroups,
  }),
  ...bind(cardsApp, { listUncoveredCards, coverCard, dismissCard, restoreCard }),
  ...bind(covering, { proposeCover: showCover, coverShortfall, undoCover }),
  ...bind(fundingByHand, { showFill, fundExpense, releaseExpense, undoMove }),
  ...bind(fundingApp, {
    createFundingSchedule,
    changeFundingSchedule,
    removeFundingSchedule,
    addPayday,
    removePayday,
    orderFundingSchedules,
  }),
  ...bind(forecasting, { showForecast, explainExpense: showExplanation, previewExpense }),
  ...bind(categoriesApp, {
    createCategory,
    addStarterCategories,
    removeStarterCategories,
    changeCategory,
    removeCategory,
    orderCategories,
  }),
  ...bind(categoryRulesApp, {
    listCategoryRules,
    createCategoryRule,
    changeCategoryRule,
    removeCategoryRule,
    orderCategoryRules,
    applyCategoryRules,
    previewCategoryRule,
    explainCategory,
  }),
  ...bind(transactionsApp, {
    editTransactions,
    joinTransaction,
    listDays,
    listPayees,
    listRows,
    removeTransaction,
    removeTransactions,
    restoreTransaction,
    restoreTransactions,
    showTotals,
    splitTransaction,
    suggestChoices,
    undoSplit,
  }),
  ...bind(assignmentsApp, {
    listAssignmentSuggestions,
    acceptAssignmentSuggestion,
    dismissAssignmentSuggestion,
    restoreAssignmentSuggestion,
    explainAssignment,
  }),
  ...bind(pastPaymentsApp, {
    listPastPayments,
    acceptPastPayments,
    acceptAllPastPayments,
    leavePastPayments,
    restorePastPayments,
    restoreAllPastPayments,
  }),
  ...sourcesRoutes,
  ...bind(settingsApp, { changeSettings }),
  ...bind(accountsApp, { createAccount, changeAccount, closeAccount }),
  ...bind(reconcilingApp, {
    listAccountChecks,
    showReconciliation,
    reconcileAccount,
    undoReconciliation,
    listAccountValues,
    setAccountValue,
    removeAccountValue,
  }),
  ...bind(listsApp, { exportList: answerList }),
  ...bind(journalsApp, { exportJournal: answerJournal }),
  ...bind(archiveApp, { exportArchive: answerArchive }),
  ...bind(membersApp, {
    listMembers,
    changeMember,
    showBelongings,
    removeMember,
    leaveHousehold,
    listInvitations,
    createInvitation,
    mailInvitationAgain,
    revokeInvitation,
    exportHousehold,
    deleteHousehold,
  }),
  ...bind(householdAccess, { showHouseholdAccess, endHouseholdAccess }),
  ...bind(householdWebhooks, { listHouseholdWebhooks, pauseWebhook }),
  ...bind(keysApp, { listKeys, createKey, changeKey, dismissKeyPlaces, revokeKey, rollKey }),
  ...bind(limitsApp, { showLimits }),
  ...bind(requestLog, { listRequests, summarizeErrors, showRequest, changeRequestLog }),
  ...bind(records, { listChanges }),
  ...bind(calendar, { showCalendar }),
  ...bind(calendarFeeds, { createFeed, listFeeds, revokeFeed, renderFeed }),
  ...bind(insights, { showMonths, showFlow, showWorth, listRecurring }),
  ...bind(home, { showHome, dismissFirstSteps }),
  ...bind(freeToSpendChanges, { explainChange: explainFreeToSpend }),
  ...bind(mailWays, { askMailWay, confirmMailWay }),
  ...bind(noticesApp, {
    listNotices,
    showNoticeSettings,
    changeNoticeSettings,
    createNoticeWay,
    removeNoticeWay,
    testNoticeWay,
    openPushKey,
    renewPush,
  }),
  ...bind(proposals, { listProposals, dismissProposal, restoreProposal }),
]

const ofKeys: readonly unknown[] = Object.values(keys)

/**
 * Maps each endpoint of the application to its function: management, and the public endpoints except those about the
 * calling key.
 */
export const appRoutes: Routes = [
  ...publicRoutes.filter(([endpoint]) => !ofKeys.includes(endpoint)),
  ...managementRoutes,
]
