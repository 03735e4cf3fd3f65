import type { Output } from '#web/calls/operations.ts'

export type Category = Output<'GET /categories'>[number]
