import type { Output } from '#web/calls/operations.ts'

export type Spending = Output<'GET /analytics/spending'>
