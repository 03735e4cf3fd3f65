import type { Output } from '#web/calls/operations.ts'

export type Recurring = Output<'GET /insights/recurring'>
