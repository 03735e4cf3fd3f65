import type { Output } from '#web/calls/operations.ts'

export type Account = Output<'GET /accounts'>[number]

/** How an account is kept right, and when it was last. */
export type AccountCheck = Output<'GET /account-checks'>[number]
