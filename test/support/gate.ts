import { until } from './other-processes.ts'
import type { Home, Hook, Receivers } from '../fakes/receivers.ts'

/**
 * The answers after which a destination gets the most requests at once: it gets two at first, and twice as many with each
 * answer. A destination that hangs from the beginning gets only those two.
 */
const KNOWN_AFTER = 3

export type Gate = {
  /** Requests that are held at this moment, to whichever addresses are asked about. */
  readonly inFlight: (of: (url: string) => boolean) => number
  /** Answers what is held, and from now on everything. */
  readonly open: () => void
}

/**
 * Has destinations answer until they are known, and hold every request from then on. So many at once are
 * a number that the deliverer has chosen, and not one of the machine's pace.
 */
export function closeGate(
  receivers: Receivers,
  hooks: readonly Hook[],
  { known = KNOWN_AFTER, reply = 200 as 200 | 'timeout' } = {},
): Gate {
  const held = new Map<() => void, string>()
  let isOpen = false
  for (const { url } of hooks) {
    let answered = 0
    receivers.answer(url, async () => {
      answered += 1
      if (answered <= known) return 200
      if (!isOpen) await new Promise<void>((resolve) => held.set(resolve, url))
      return reply
    })
  }
  return {
    inFlight: (of) => [...held.values()].filter(of).length,
    open: () => {
      isOpen = true
      for (const letGo of held.keys()) letGo()
      held.clear()
    },
  }
}

/**
 * Gives a deliverer that works in this process every chance to begin more: another household's event is claimed, fetched,
 * sent and recorded meanwhile, and before each sending it looks for deliveries that may begin in any queue.
 */
export async function letItGoOn(witness: Home): Promise<void> {
  const { id } = await witness.hook()
  await witness.record()
  await until(
    'another household gets its event meanwhile',
    async () => (await witness.show(id)).delivery_status === 'delivered',
  )
  await witness.api.removeWebhook({ params: { id } })
}
