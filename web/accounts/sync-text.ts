import type { Told } from '#web/calls/operations.ts'
import type { Catalogue } from '#web/text/catalogue.ts'

type Answer = Pick<Told<'POST /sync'>, 'status'> & {
  readonly providers: readonly Pick<Told<'POST /sync'>['providers'][number], 'reason'>[]
}

/**
 * What has come of asking for a sync: why no bank is asked, where the server says so in a word that is known. A newer
 * server may give another reason; a word of its own never reaches a person.
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
