import { addDays, type Day, daysBetween, toDay } from '#/core/values/day.ts'
import type { HomeData } from '../home-data.ts'

type River = HomeData['river']
export type Payday = River['paydays'][number]
export type Payment = River['payments'][number]

/** One day of the river: free-to-spend at its end, in cents, and its events. */
export type RiverDay = {
  readonly day: Day
  readonly free: number
  readonly payday: Payday | null
  readonly payments: readonly Payment[]
}

/** Lists each day from today to the end. A payday counts on its own day; payments come out of money that is set aside. */
export function riverDays({ today, money, river }: HomeData): readonly RiverDay[] {
  const first = toDay(today)
  const paydays = new Map(river.paydays.map((payday) => [payday.date, payday]))
  const payments = Map.groupBy(river.payments, ({ date }) => date)
  let free = money[0]!.free_to_spend
  return Array.from({ length: daysBetween(first, toDay(river.until)) + 1 }, (_, index) => {
    const day = addDays(first, index)
    const payday = paydays.get(day) ?? null
    free = payday?.free_to_spend ?? free
    return { day, free, payday, payments: payments.get(day) ?? [] }
  })
}

/** The range of amounts that the picture shows, in cents: always with zero, and with room above the highest. */
export type Scale = { readonly low: number; readonly high: number }

export function scaleOf(days: readonly RiverDay[]): Scale {
  const all = days.map(({ free }) => free)
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)]
  const room = Math.max(1, (high - low) * 0.12)
  return { low: low < 0 ? low - room : 0, high: high + room }
}

/** The share of the width at which a day stands in the middle of its column, from 0 to 1. */
export function across(index: number, days: number): number {
  return (index + 0.5) / days
}

/** The share of the height at which an amount stands, from 0 at the top to 1. */
export function down(cents: number, { low, high }: Scale): number {
  return (high - cents) / (high - low)
}

/** The widest a step is rounded, as a share of a day. */
const ROUNDING = 0.5

/**
 * Draws the upper edge of the river as an SVG path in a box of `days` × 100: level within a day, and a soft step between
 * two days of different amounts. The area below is the same path closed along zero.
 */
export function edgePath(days: readonly RiverDay[], scale: Scale): string {
  const y = (cents: number) => round(down(cents, scale) * 100)
  const parts = [`M0,${y(days[0]!.free)}`]
  for (const [index, { free }] of days.entries()) {
    if (index === 0) continue
    const before = days[index - 1]!.free
    if (before === free) continue
    const [from, to] = [index - ROUNDING / 2, index + ROUNDING / 2]
    parts.push(`H${from}C${index},${y(before)} ${index},${y(free)} ${to},${y(free)}`)
  }
  parts.push(`H${days.length}`)
  return parts.join('')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** A tile of one payment, or of several that would cover each other. */
export type Tile = {
  readonly payments: readonly [Payment, ...Payment[]]
  /** The day at whose column it hangs, as an index. */
  readonly index: number
  /** How deep it hangs, from 0. */
  readonly level: number
}

/** Rows of tiles below the river. */
export const LEVELS = 3

/**
 * Hangs tiles below their days, each in the first row in which it covers no other; where no row has room, it joins the tile
 * before. `room` is the width of a tile in days.
 */
export function placeTiles(days: readonly RiverDay[], room: number): readonly Tile[] {
  const tiles: Tile[] = []
  const ends: number[] = []
  for (const [index, { payments }] of days.entries()) {
    for (const payment of payments) {
      const level = firstFree(ends, index)
      if (level < LEVELS) {
        ends[level] = index + room
        tiles.push({ payments: [payment], index, level })
        continue
      }
      const last = tiles.pop()!
      tiles.push({ ...last, payments: [...last.payments, payment] })
    }
  }
  return tiles
}

function firstFree(ends: readonly number[], index: number): number {
  const found = ends.findIndex((end) => end <= index)
  return found < 0 ? ends.length : found
}

/**
 * Says if a tile can be dragged to another day: one payment alone, and the next one of its Expense. Another day becomes the
 * first due date, so with a later payment the ones before it would be gone. The day of a card is the bank's.
 */
export function canMove({ payments, index }: Tile, days: readonly RiverDay[]): boolean {
  const [payment, ...others] = payments
  if (others.length > 0 || payment.kind === 'card') return false
  const { expense_id: id } = payment
  return !days.slice(0, index).some((day) => day.payments.some((one) => one.expense_id === id))
}

/** The share of a payment that is set aside, from 0 to 1; of several, of all together. */
export function fundedShare(payments: readonly Payment[]): number {
  const all = payments.reduce((sum, { payment }) => sum + payment, 0)
  const held = payments.reduce((sum, one) => sum + Math.min(one.held, one.payment), 0)
  return all === 0 ? 1 : held / all
}
