import { type Loaded, loadDocument } from '#/documents/load.ts'
import { dayAt } from '#/core/values/day.ts'
import { breathe } from '#/platform/runtime/breathe.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { DEMO_ZONE, demoDocument } from './document.ts'
import { addOlderHistory } from './older-history.ts'

/** A demo household and its number of transactions. */
export type Demo = { readonly loaded: Loaded; readonly transactionCount: number }

/**
 * Loads the demo household with 18 believable months up to today, the same for the same seed. `transactionCount` sets the
 * exact number of transactions: either the newest of these months, or more from the ten years before.
 */
export async function loadDemo(
  runtime: Runtime,
  { seed, transactionCount }: { readonly seed: string; readonly transactionCount: number | null },
): Promise<Demo> {
  const now = runtime.now()
  const today = dayAt(now, DEMO_ZONE)
  const document = demoDocument({ seed, now, today, countMax: transactionCount ?? Infinity })
  const count = document.transactions?.length ?? 0
  await breathe()
  const loaded = await loadDocument(runtime, document)
  const more = Math.max(0, (transactionCount ?? 0) - count)
  await addOlderHistory(runtime, { loaded, today, count: more, seed })
  return { loaded, transactionCount: count + more }
}
