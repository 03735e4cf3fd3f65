import type { Output } from '#web/calls/operations.ts'

export type Member = Output<'GET /members'>[number]
