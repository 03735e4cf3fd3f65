import type { accountsApp } from '#/accounts/app-contract.ts'
import type { accounts } from '#/accounts/contract.ts'
import type { analytics } from '#/analytics/contract.ts'
import type { categoriesApp, categoryRulesApp } from '#/categories/app-contract.ts'
import type { categories } from '#/categories/contract.ts'
import type { connectionsApp } from '#/connections/app-contract.ts'
import type { connections } from '#/connections/contract.ts'
import type { Sent, WireAnswer } from '#/contract/endpoint.ts'
import type { expensesApp } from '#/expenses/app-contract.ts'
import type { covering } from '#/expenses/cover-contract.ts'
import type { expenses } from '#/expenses/contract.ts'
import type { fundingApp } from '#/funding/app-contract.ts'
import type { factors } from '#/factors/app-contract.ts'
import type { funding } from '#/funding/contract.ts'
import type { forecasting } from '#/funding/forecast-contract.ts'
import type { home } from '#/home/contract.ts'
import type { importsApp } from '#/imports/app-contract.ts'
import type { keysApp } from '#/keys/app-contract.ts'
import type { limitsApp } from '#/limits/app-contract.ts'
import type { membersApp } from '#/members/app-contract.ts'
import type { people } from '#/people/app-contract.ts'
import type { proposals } from '#/proposals/contract.ts'
import type { records } from '#/records/contract.ts'
import type { requestLog } from '#/requests/app-contract.ts'
import type { sessionsApp } from '#/sessions/app-contract.ts'
import type { settingsApp } from '#/settings/app-contract.ts'
import type { settings } from '#/settings/contract.ts'
import type { matchesApp, returnsApp } from '#/sync/app-contract.ts'
import type { sync } from '#/sync/contract.ts'
import type { transactionsApp } from '#/transactions/app-contract.ts'
import type { transactions } from '#/transactions/contract.ts'
import type { walletApp } from '#/wallet/app-contract.ts'
import type { webhooks } from '#/webhooks/contract.ts'

type Of<C> = C[keyof C]

/** Every endpoint that the application may ask. Only types: no contract, and no zod, reaches the browser. */
type Declared =
  | Of<typeof accounts>
  | Of<typeof accountsApp>
  | Of<typeof analytics>
  | Of<typeof categories>
  | Of<typeof categoriesApp>
  | Of<typeof categoryRulesApp>
  | Of<typeof connections>
  | Of<typeof connectionsApp>
  | Of<typeof covering>
  | Of<typeof expenses>
  | Of<typeof expensesApp>
  | Of<typeof factors>
  | Of<typeof forecasting>
  | Of<typeof funding>
  | Of<typeof fundingApp>
  | Of<typeof home>
  | Of<typeof importsApp>
  | Of<typeof keysApp>
  | Of<typeof limitsApp>
  | Of<typeof matchesApp>
  | Of<typeof membersApp>
  | Of<typeof people>
  | Of<typeof proposals>
  | Of<typeof records>
  | Of<typeof requestLog>
  | Of<typeof returnsApp>
  | Of<typeof sessionsApp>
  | Of<typeof settings>
  | Of<typeof settingsApp>
  | Of<typeof sync>
  | Of<typeof transactions>
  | Of<typeof transactionsApp>
  | Of<typeof walletApp>
  | Of<typeof webhooks>

/** The endpoints by what they are asked with: `GET /transactions/{id}`. A misspelt one does not compile. */
export type Operations = {
  readonly [E in Declared as `${E['method']} ${E['path']}`]: E
}

export type Operation = keyof Operations
export type Reading = Extract<Operation, `GET ${string}`>
export type Writing = Exclude<Operation, Reading>

/** What an operation is asked with: `params`, `query`, `body`, `idempotencyKey`, as far as it takes them. */
export type Input<O extends Operation> = Sent<Operations[O]>

/** What it answers. */
export type Told<O extends Operation> = WireAnswer<Operations[O]>

/** An operation that needs nothing may be asked with nothing. */
export type Asked<O extends Operation> =
  unknown extends Input<O>
    ? []
    : Record<never, never> extends Input<O>
      ? [input?: Input<O>]
      : [input: Input<O>]
