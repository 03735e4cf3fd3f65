import type { access, householdAccess } from '#/people/access/app-contract.ts'
import type { accountsApp } from '#/budget/accounts/app-contract.ts'
import type { accounts } from '#/budget/accounts/contract.ts'
import type { analytics } from '#/budget/reports/contract.ts'
import type { backupsApp } from '#/backups/automatic/app-contract.ts'
import type { firstVisit } from '#/backups/first-visit/app-contract.ts'
import type { categoriesApp, categoryRulesApp } from '#/budget/categories/app-contract.ts'
import type { categories } from '#/budget/categories/contract.ts'
import type { calendar } from '#/app/calendar/contract.ts'
import type { calendarFeeds } from '#/app/calendar-feed/contract.ts'
import type { consentsApp } from '#/sources/banks/connections/consents-contract.ts'
import type { connectionsApp } from '#/sources/banks/connections/app-contract.ts'
import type { connections } from '#/sources/banks/connections/contract.ts'
import type { Sent, WireAnswer } from '#/platform/contract/endpoint.ts'
import type { assignmentsApp } from '#/budget/assignments/app-contract.ts'
import type { pastPaymentsApp } from '#/budget/assignments/past/app-contract.ts'
import type { expensesApp } from '#/budget/expenses/app-contract.ts'
import type { cardsApp } from '#/budget/cards/app-contract.ts'
import type { covering } from '#/budget/expenses/cover-contract.ts'
import type { fundingByHand } from '#/budget/expenses/by-hand/fund-contract.ts'
import type { expenses } from '#/budget/expenses/contract.ts'
import type { fundingApp } from '#/budget/funding/app-contract.ts'
import type { factors } from '#/access/sign-in-methods/app-contract.ts'
import type { freeToSpendChanges } from '#/budget/reports/changes-contract.ts'
import type { funding } from '#/budget/funding/contract.ts'
import type { forecasting } from '#/budget/funding/forecast-contract.ts'
import type { home } from '#/app/home/contract.ts'
import type { importsApp } from '#/sources/files/app-contract.ts'
import type { insights } from '#/budget/insights/contract.ts'
import type { keysApp } from '#/access/keys/app-contract.ts'
import type { limitsApp } from '#/access/limits/app-contract.ts'
import type { movesApp } from '#/sources/moving-in/app-contract.ts'
import type { archiveApp } from '#/documents/archive/app-contract.ts'
import type { journalsApp } from '#/documents/journals/app-contract.ts'
import type { listsApp } from '#/documents/lists/app-contract.ts'
import type { membersApp } from '#/people/members/app-contract.ts'
import type { noticesApp } from '#/notices/app-contract.ts'
import type { mailApp, mailWays } from '#/people/mails/app-contract.ts'
import type { people } from '#/people/app-contract.ts'
import type { singleSignOn } from '#/people/single-sign-on/app-contract.ts'
import type { proposals } from '#/budget/proposals/contract.ts'
import type { records } from '#/platform/audited/contract.ts'
import type { requestLog } from '#/access/request-log/app-contract.ts'
import type { sessionsApp } from '#/access/sessions/app-contract.ts'
import type { settingsApp } from '#/budget/settings/app-contract.ts'
import type { settings } from '#/budget/settings/contract.ts'
import type { matchesApp, returnsApp } from '#/sources/intake/suggestions/app-contract.ts'
import type { sync } from '#/sources/banks/sync/contract.ts'
import type { reconcilingApp } from '#/budget/reconciling/app-contract.ts'
import type { transactionsApp } from '#/budget/transactions/app-contract.ts'
import type { transactions } from '#/budget/transactions/contract.ts'
import type { walletApp } from '#/sources/wallet/app-contract.ts'
import type { householdWebhooks } from '#/webhooks/app-contract.ts'
import type { webhooks } from '#/webhooks/contract.ts'

type Of<C> = C[keyof C]

/**
 * Lists every endpoint that the application may call. These are types only, so no contract and no zod code reaches the browser.
 */
type Declared =
  | Of<typeof access>
  | Of<typeof accounts>
  | Of<typeof accountsApp>
  | Of<typeof analytics>
  | Of<typeof assignmentsApp>
  | Of<typeof backupsApp>
  | Of<typeof calendar>
  | Of<typeof calendarFeeds>
  | Of<typeof categories>
  | Of<typeof categoriesApp>
  | Of<typeof categoryRulesApp>
  | Of<typeof connections>
  | Of<typeof connectionsApp>
  | Of<typeof consentsApp>
  | Of<typeof covering>
  | Of<typeof cardsApp>
  | Of<typeof expenses>
  | Of<typeof expensesApp>
  | Of<typeof factors>
  | Of<typeof firstVisit>
  | Of<typeof forecasting>
  | Of<typeof freeToSpendChanges>
  | Of<typeof funding>
  | Of<typeof fundingApp>
  | Of<typeof fundingByHand>
  | Of<typeof home>
  | Of<typeof householdAccess>
  | Of<typeof householdWebhooks>
  | Of<typeof mailApp>
  | Of<typeof mailWays>
  | Of<typeof importsApp>
  | Of<typeof insights>
  | Of<typeof keysApp>
  | Of<typeof limitsApp>
  | Of<typeof matchesApp>
  | Of<typeof archiveApp>
  | Of<typeof journalsApp>
  | Of<typeof listsApp>
  | Of<typeof membersApp>
  | Of<typeof movesApp>
  | Of<typeof noticesApp>
  | Of<typeof pastPaymentsApp>
  | Of<typeof people>
  | Of<typeof proposals>
  | Of<typeof reconcilingApp>
  | Of<typeof records>
  | Of<typeof requestLog>
  | Of<typeof returnsApp>
  | Of<typeof sessionsApp>
  | Of<typeof settings>
  | Of<typeof settingsApp>
  | Of<typeof singleSignOn>
  | Of<typeof sync>
  | Of<typeof transactions>
  | Of<typeof transactionsApp>
  | Of<typeof walletApp>
  | Of<typeof webhooks>

/** Maps `GET /transactions/{id}` and the like to endpoints. A misspelt name does not compile. */
export type Operations = {
  readonly [E in Declared as `${E['method']} ${E['path']}`]: E
}

export type Operation = keyof Operations
export type ReadOperation = Extract<Operation, `GET ${string}`>
export type WriteOperation = Exclude<Operation, ReadOperation>

/** The input of an operation: `params`, `query`, `body` and `idempotencyKey`, as far as it takes them. */
export type Input<O extends Operation> = Sent<Operations[O]>

/** The output of an operation. */
export type Output<O extends Operation> = WireAnswer<Operations[O]>

/** The arguments of a call: the input may be omitted if all of it is optional. */
export type Arguments<O extends Operation> =
  unknown extends Input<O>
    ? []
    : Record<never, never> extends Input<O>
      ? [input?: Input<O>]
      : [input: Input<O>]
