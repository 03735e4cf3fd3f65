import type { Output } from '#web/calls/operations.ts'

export type Account = Output<'GET /accounts'>[number]
