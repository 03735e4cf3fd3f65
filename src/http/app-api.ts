import { accountsApp } from '#/accounts/app-contract.ts'
import { changeAccount, closeAccount } from '#/accounts/change.ts'
import { createAccount } from '#/accounts/create.ts'
import { categoriesApp, categoryRulesApp } from '#/categories/app-contract.ts'
import { changeCategory } from '#/categories/change.ts'
import { createCategory, orderCategories } from '#/categories/create.ts'
import { explainCategory } from '#/categories/explain.ts'
import { removeCategory } from '#/categories/remove.ts'
import {
  changeCategoryRule,
  createCategoryRule,
  listCategoryRules,
  orderCategoryRules,
  removeCategoryRule,
} from '#/categories/rules.ts'
import { connectionsApp } from '#/connections/app-contract.ts'
import { chooseFollowed, listOffered } from '#/connections/selection.ts'
import { expensesApp } from '#/expenses/app-contract.ts'
import { archiveExpense, listArchivedExpenses, restoreExpense } from '#/expenses/archive.ts'
import {
  createExpenseGroup,
  orderExpenseGroups,
  orderExpenses,
  removeExpenseGroup,
  renameExpenseGroup,
} from '#/expenses/change-groups.ts'
import { changeExpense } from '#/expenses/change.ts'
import { covering } from '#/expenses/cover-contract.ts'
import { coverShortfall, showCover, undoCover } from '#/expenses/cover-shortfall.ts'
import { createExpense } from '#/expenses/create.ts'
import { placeExpense } from '#/expenses/place.ts'
import { fundingApp } from '#/funding/app-contract.ts'
import {
  changeFundingSchedule,
  createFundingSchedule,
  orderFundingSchedules,
} from '#/funding/change-schedule.ts'
import { addPayday, removePayday } from '#/funding/extra-paydays.ts'
import { showExplanation } from '#/funding/explain-expense.ts'
import { forecasting } from '#/funding/forecast-contract.ts'
import { previewExpense } from '#/funding/preview-expense.ts'
import { showForecast } from '#/funding/forecast-household.ts'
import { removeFundingSchedule } from '#/funding/remove-schedule.ts'
import { keysApp } from '#/keys/app-contract.ts'
import { home } from '#/home/contract.ts'
import { dismissFirstSteps } from '#/home/dismiss-first-steps.ts'
import { showHome } from '#/home/show.ts'
import { importsApp } from '#/imports/app-contract.ts'
import { cancelImport, commitImport } from '#/imports/job.ts'
import { previewImport, uploadImport } from '#/imports/preview.ts'
import { listImports, showImport } from '#/imports/show.ts'
import { undoImport } from '#/imports/undo.ts'
import { keys } from '#/keys/contract.ts'
import { createKey, listKeys, revokeKey, rollKey } from '#/keys/manage.ts'
import { limitsApp } from '#/limits/app-contract.ts'
import { showLimits } from '#/limits/show.ts'
import { membersApp } from '#/members/app-contract.ts'
import { changeMember, leaveHousehold, removeMember } from '#/members/change.ts'
import { deleteHousehold } from '#/members/delete-household.ts'
import { exportHousehold } from '#/members/export.ts'
import { createInvitation, listInvitations, revokeInvitation } from '#/members/invite.ts'
import { listMembers } from '#/members/list.ts'
import { proposals } from '#/proposals/contract.ts'
import { dismissProposal, restoreProposal } from '#/proposals/dismiss.ts'
import { listProposals } from '#/proposals/list.ts'
import { records } from '#/records/contract.ts'
import { listChanges } from '#/records/list-changes.ts'
import { requestLog } from '#/requests/app-contract.ts'
import { changeRequestLog } from '#/requests/change.ts'
import { listRequests, showRequest, summarizeErrors } from '#/requests/list.ts'
import { settingsApp } from '#/settings/app-contract.ts'
import { changeSettings } from '#/settings/change.ts'
import { matchesApp, returnsApp } from '#/sync/app-contract.ts'
import {
  acceptMatchSuggestion,
  dismissMatchSuggestion,
  listMatchSuggestions,
  restoreMatchSuggestion,
} from '#/sync/match-suggestions.ts'
import {
  connectPlaid,
  connectSimplefin,
  followPlaidLink,
  openPlaidLink,
  removeConnection,
  resumeConnection,
  showProviders,
} from '#/sync/manage-connections.ts'
import { joinReturned, keepApart, listReturned } from '#/sync/returned-accounts.ts'
import { transactionsApp } from '#/transactions/app-contract.ts'
import { editTransactions } from '#/transactions/edit-many.ts'
import { applyCategoryRules } from '#/transactions/file-anew.ts'
import { listRows } from '#/transactions/list-rows.ts'
import { tellRuleEffect } from '#/transactions/rule-effect.ts'
import { removeTransaction } from '#/transactions/remove.ts'
import { walletApp } from '#/wallet/app-contract.ts'
import { createDevice } from '#/wallet/create.ts'
import { linkWalletAccount } from '#/wallet/link.ts'
import { listDevices } from '#/wallet/list.ts'
import { revokeDevice } from '#/wallet/revoke.ts'
import { publicRoutes } from './public-api.ts'
import { bind, type Routes } from './routes.ts'

/** What only the application and the command line may do: none of it is in the public API or its document. */
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
  ...bind(covering, { proposeCover: showCover, coverShortfall, undoCover }),
  ...bind(fundingApp, {
    createFundingSchedule,
    changeFundingSchedule,
    removeFundingSchedule,
    addPayday,
    removePayday,
    orderFundingSchedules,
  }),
  ...bind(forecasting, { showForecast, explainExpense: showExplanation, previewExpense }),
  ...bind(categoriesApp, { createCategory, changeCategory, removeCategory, orderCategories }),
  ...bind(categoryRulesApp, {
    listCategoryRules,
    createCategoryRule,
    changeCategoryRule,
    removeCategoryRule,
    orderCategoryRules,
    applyCategoryRules,
    tellRuleEffect,
    explainCategory,
  }),
  ...bind(transactionsApp, { editTransactions, listRows, removeTransaction }),
  ...bind(matchesApp, {
    listMatchSuggestions,
    acceptMatchSuggestion,
    dismissMatchSuggestion,
    restoreMatchSuggestion,
  }),
  ...bind(returnsApp, { listReturned, joinReturned, keepApart }),
  ...bind(settingsApp, { changeSettings }),
  ...bind(accountsApp, { createAccount, changeAccount, closeAccount }),
  ...bind(walletApp, { createDevice, listDevices, revokeDevice, linkWalletAccount }),
  ...bind(connectionsApp, {
    connectSimplefin,
    showProviders,
    openPlaidLink,
    followPlaidLink,
    connectPlaid,
    listOffered,
    chooseFollowed,
    resumeConnection,
    removeConnection,
  }),
  ...bind(membersApp, {
    listMembers,
    changeMember,
    removeMember,
    leaveHousehold,
    listInvitations,
    createInvitation,
    revokeInvitation,
    exportHousehold,
    deleteHousehold,
  }),
  ...bind(keysApp, { listKeys, createKey, revokeKey, rollKey }),
  ...bind(limitsApp, { showLimits }),
  ...bind(requestLog, { listRequests, summarizeErrors, showRequest, changeRequestLog }),
  ...bind(importsApp, {
    uploadImport,
    previewImport,
    commitImport,
    cancelImport,
    undoImport,
    showImport,
    listImports,
  }),
  ...bind(records, { listChanges }),
  ...bind(home, { showHome, dismissFirstSteps }),
  ...bind(proposals, { listProposals, dismissProposal, restoreProposal }),
]

const ofKeys: readonly unknown[] = Object.values(keys)

/** The application's switchboard: the public verbs, but for what concerns the key that calls, and management. */
export const appRoutes: Routes = [
  ...publicRoutes.filter(([endpoint]) => !ofKeys.includes(endpoint)),
  ...managementRoutes,
]
