import type { Output } from '#web/calls/operations.ts'
import type { Catalogue } from '#web/text/catalogue.ts'

type Answer = Pick<Output<'POST /sync'>, 'status'> & {
  readonly providers: readonly Pick<Output<'POST /sync'>['providers'][number], 'reason'>[]
}

/**
 * Words the result of a sync request, with the reason if no bank is asked. A newer server may send an unknown reason, which is
 * never shown to people.
 */
export function syncText(
  { status, providers }: Answer,
  words: Catalogue['accounts']['sync'],
): string {
  if (status !== 'nothing_to_sync') return words[status]
  const known = new Map<string, string>(Object.entries(words.reasons))
  const reason = providers
    .map((one) => known.get(one.reason ?? ''))
    .find((text) => text !== undefined)
  return reason ?? words.nothing_to_sync
}
