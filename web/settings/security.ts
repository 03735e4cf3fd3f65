import type { Output } from '#web/calls/operations.ts'

export type Security = Output<'GET /security'>
