import { setTimeout } from 'node:timers/promises'
import { createClock } from '#/platform/runtime/clock.ts'
import { ATTEMPTS_MAX, delayAfter } from '#/webhooks/delivering/backoff.ts'
import {
  type Forwarded,
  forward,
  forwardedText,
  isDone,
  mayRepeat,
  signed,
} from '#/app/cli/serving/forward.ts'
import type { EventSource, PolledEvent } from './event-sources.ts'

/** Shows an event, and each attempt to forward it. */
export type Report = (
  event: PolledEvent,
  attempt: number,
  forwarded: Forwarded | null,
) => Promise<void>

type Polling = {
  readonly source: EventSource
  readonly everySeconds: number
  /** Null: events are only shown. */
  readonly to: { readonly url: string; readonly secret: string } | null
  readonly report: Report
  readonly signal: AbortSignal
}

/**
 * Asks again and again for new events, and forwards each in the order in which it happened. A receiver that fails gets
 * the event again as Earmark would send it, while later events go on. Ends when the signal fires.
 */
export async function poll({ source, everySeconds, to, report, signal }: Polling): Promise<void> {
  const late = new Set<Promise<void>>()
  const retries = new AbortController()
  const ended = AbortSignal.any([signal, retries.signal])
  try {
    while (!signal.aborted) {
      for (const event of await source()) {
        if (to === null) {
          await report(event, 1, null)
          continue
        }
        const forwarded = await forward(to.url, signed(to.secret, event), ended)
        await report(event, 1, forwarded)
        if (!isDone(forwarded) && mayRepeat(forwarded)) {
          const again = repeat(event, { to, report, signal: ended }).finally(() =>
            late.delete(again),
          )
          late.add(again)
        }
      }
      await pause(everySeconds * 1000, signal)
    }
  } finally {
    retries.abort()
    await Promise.allSettled(late)
  }
}

type Repeating = Pick<Polling, 'report' | 'signal'> & { readonly to: NonNullable<Polling['to']> }

async function repeat(event: PolledEvent, { to, report, signal }: Repeating): Promise<void> {
  for (let attempt = 2; attempt <= ATTEMPTS_MAX; attempt += 1) {
    await pause(delayAfter(attempt - 1) * 1000, signal)
    if (signal.aborted) return
    const forwarded = await forward(to.url, signed(to.secret, event), signal)
    if (signal.aborted) return
    await report(event, attempt, forwarded)
    if (isDone(forwarded) || !mayRepeat(forwarded)) return
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {})
}

/** Writes an attempt as a line: its moment, the event and the answer. */
export function attemptText(
  event: PolledEvent,
  attempt: number,
  forwarded: Forwarded | null,
): string {
  const moment = createClock(null)().toString({ smallestUnit: 'second' })
  const said = [moment, event.name, event.id]
  if (forwarded === null) return said.join('  ')
  const next = !isDone(forwarded) && mayRepeat(forwarded) && attempt < ATTEMPTS_MAX
  const count = attempt === 1 ? '' : ` (attempt ${attempt})`
  const later = next ? `; again in ${delayAfter(attempt)} s` : ''
  return [...said, `${forwardedText(forwarded)}${count}${later}`].join('  ')
}
