import { writeMoment } from '#/core/values/moment.ts'
import { createFloodGuard } from '#/platform/logging/flood-guard.ts'
import {
  type Level,
  levels,
  type LogStyle,
  writeJsonLine,
  writeTextLine,
} from '#/platform/logging/log-lines.ts'

export type Facts = Readonly<Record<string, unknown>>
/** Writes to the log; level `info` by default. */
export type Notice = (event: string, facts?: object, level?: Level) => void
export type Log = (level: Level, event: string, facts?: Facts) => void

/** Names of secret facts. Their values never reach a log line. */
const secretNames = /secret|token|password|authorization|cookie|api_?key$|access_url|database_url/i

/** Credentials that travel inside other text: keys, devices' tokens, signing secrets, authenticators, and passwords in addresses. */
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/em_(live|wallet|feed)_[0-9A-Za-z]+/g, 'em_$1_[redacted]'],
  [/\b(access|public|link)-(sandbox|development|production)-[\w-]+/g, '$1-$2-[redacted]'],
  [/otpauth:\S+/g, 'otpauth:[redacted]'],
  [/whsec_[0-9A-Za-z+/=]+/g, 'whsec_[redacted]'],
  [/:\/\/[^/\s@]+@/g, '://[redacted]@'],
  [/\b(Bearer|Basic)\s+\S+/gi, '$1 [redacted]'],
]

export type LogOptions = {
  /** How lines look; JSON by default. */
  readonly style?: LogStyle
  /** Less important lines are left out; `info` by default. */
  readonly least?: Level
}

/**
 * Creates a log of lines, one per event. `write` receives each line with its newline. Lines that strangers cause carry
 * their `address`; a flood of them is summed (`platform/logging/flood-guard.ts`).
 */
export function createLog(
  now: () => Temporal.Instant,
  write: (line: string) => void,
  { style = 'json', least = 'info' }: LogOptions = {},
): Log {
  const lowest = levels.indexOf(least)
  const put = (level: Level, event: string, facts: Facts) => {
    const time = writeMoment(now().epochMilliseconds)
    const line = { time, level, event, facts: clean(facts) }
    write(style === 'json' ? writeJsonLine(line) : writeTextLine(line, style))
  }
  const guard = createFloodGuard(now, (event, facts) => put('warn', event, facts))
  return (level, event, facts = {}) => {
    if (levels.indexOf(level) < lowest) return
    const { address } = facts
    if (typeof address === 'string' && !guard.mayPass(event, address)) return
    put(level, event, facts)
  }
}

function clean(facts: Facts): Record<string, unknown> {
  const cleaned: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(facts)) {
    cleaned[name] = isSecret(name) ? '[redacted]' : cleanValue(value)
  }
  return cleaned
}

// Caches the result per name, because the names of facts are few and every line needs them.
const known = new Map<string, boolean>()
const KNOWN_MAX = 500

function isSecret(name: string): boolean {
  const before = known.get(name)
  if (before !== undefined) return before
  const secret = secretNames.test(name)
  if (known.size < KNOWN_MAX) known.set(name, secret)
  return secret
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (value instanceof Error) return describeError(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (value instanceof Temporal.Instant) return value.toString()
  if (value !== null && typeof value === 'object') return clean({ ...value })
  return value
}

function describeError(error: Error): unknown {
  return {
    name: error.name,
    message: cleanText(error.message),
    ...('code' in error && { code: error.code }),
    stack: cleanText(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: cleanValue(error.cause) }),
  }
}

/** Matches every text that a secret pattern could match, so that most texts need no further checks. */
const suspicious =
  /em_(live|wallet|feed)_|whsec_|@|Bearer|Basic|-(sandbox|development|production)-|otpauth:/i

function cleanText(text: string): string {
  if (!suspicious.test(text)) return text
  return secretTexts.reduce((cleaned, [pattern, mask]) => cleaned.replaceAll(pattern, mask), text)
}
