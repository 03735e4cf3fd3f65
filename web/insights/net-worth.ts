import type { Output } from '#web/calls/operations.ts'

export type NetWorth = Output<'GET /analytics/net-worth'>
