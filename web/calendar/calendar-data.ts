import type { Output } from '#web/calls/operations.ts'

export type CalendarData = Output<'GET /calendar'>
export type CalendarDay = CalendarData['days'][number]
export type Due = CalendarDay['due'][number]
export type Paid = CalendarDay['paid'][number]
