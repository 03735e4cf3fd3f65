import type { Output } from '#web/calls/operations.ts'

export type Worth = Output<'GET /insights/net-worth'>
export type WorthSeries = Worth['series'][number]
