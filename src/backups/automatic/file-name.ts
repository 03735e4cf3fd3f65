import type { AutomaticKind } from './retention.ts'

const wordOf = {
  nightly: 'nightly',
  by_hand: 'by-hand',
  before_migration: 'before-upgrade',
} as const satisfies Record<AutomaticKind, string>

const kinds: readonly AutomaticKind[] = ['nightly', 'by_hand', 'before_migration']

/** The end of a file that is still being written. */
export const UNFINISHED = '.unfinished'

/** Names a backup so that names sort by time: `earmark-20261123T030000Z-nightly.backup`. */
export function nameFile(kind: AutomaticKind, at: Temporal.Instant): string {
  const time = at.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
  return `earmark-${time}-${wordOf[kind]}.backup`
}

/** Reads the kind and the time from a name; null for a file that is not ours to list or remove. */
export function readFileName(
  name: string,
): { readonly kind: AutomaticKind; readonly at: Temporal.Instant } | null {
  const found = /^earmark-(\d{8}T\d{6}Z)-([a-z-]+)\.backup$/.exec(name)
  const kind = kinds.find((one) => wordOf[one] === found?.[2])
  if (!found || !kind) return null
  const at = readTime(found[1]!)
  return at === null ? null : { kind, at }
}

function readTime(text: string): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(text)
  } catch {
    return null
  }
}
