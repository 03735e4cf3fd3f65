import { isHeaderName, isHeaderValue, isTransportHeader } from './headers.ts'

const COUNT_MAX = 20
const NAME_MAX = 64
/** The characters of a token of RFC 9110 beside letters and digits. */
const MARKS = "!#$%&'*+-.^_`|~"
const VALUE_MAX = 4096
const TOTAL_MAX = 8192

export type WebhookHeaderRule =
  | 'form'
  | 'count'
  | 'name'
  | 'reserved'
  | 'duplicate'
  | 'value'
  | 'total'

export type CheckedWebhookHeaders =
  | { readonly ok: true; readonly headers: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly rule: WebhookHeaderRule; readonly message: string }

/**
 * Checks the custom headers of a webhook (Spec, Webhook): an object of names and values. Returns them with trimmed values.
 * Messages name the header but never its value, which is a secret.
 */
export function checkWebhookHeaders(given: unknown): CheckedWebhookHeaders {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return fault('form', 'Send an object of header names and values.')
  }
  const headers: [name: string, value: string][] = []
  const seen = new Set<string>()
  let total = 0
  for (const [name, value] of Object.entries(given) as [string, unknown][]) {
    if (!isHeaderName(name) || name.length > NAME_MAX) {
      return fault('name', `A header name is 1 to ${NAME_MAX} letters, digits or marks (${MARKS}).`)
    }
    if (isReserved(name)) return fault('reserved', `The header ${name} cannot be set.`)
    if (seen.has(name.toLowerCase())) return fault('duplicate', `${name} is there twice.`)
    const trimmed = trimmedValue(value)
    if (trimmed === null) {
      return fault('value', `The value of ${name} is 1 to ${VALUE_MAX} visible ASCII characters.`)
    }
    seen.add(name.toLowerCase())
    headers.push([name, trimmed])
    total += name.length + trimmed.length
  }
  if (headers.length > COUNT_MAX) return fault('count', `Send at most ${COUNT_MAX} headers.`)
  if (total > TOTAL_MAX) {
    return fault('total', `All headers together have at most ${TOTAL_MAX} characters.`)
  }
  return { ok: true, headers: Object.fromEntries(headers) }
}

/** Returns null for an invalid value. Trims only blanks and tabs, because a line end is invalid at the edge too. */
function trimmedValue(value: unknown): string | null {
  if (typeof value !== 'string' || !isHeaderValue(value)) return null
  const trimmed = value.replace(/^[ \t]+/, '').trimEnd()
  return trimmed === '' || trimmed.length > VALUE_MAX ? null : trimmed
}

/** Returns true for names that affect routing or framing, and for names of our own headers. */
function isReserved(name: string): boolean {
  const lower = name.toLowerCase()
  return (
    isTransportHeader(lower) || ours.has(lower) || /^(webhook-|x-service-|x-forwarded-)/.test(lower)
  )
}

const ours = new Set([
  'content-type',
  'content-encoding',
  'user-agent',
  'date',
  'via',
  'forwarded',
  'x-real-ip',
])

function fault(rule: WebhookHeaderRule, message: string): CheckedWebhookHeaders {
  return { ok: false, rule, message }
}
