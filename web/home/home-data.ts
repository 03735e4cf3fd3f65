import type { Output } from '#web/calls/operations.ts'

export type HomeData = Output<'GET /home'>
