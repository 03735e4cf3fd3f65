import { invalidParameter, type Refusal } from '#/contract/refusal.ts'
import { isHeaderName, isHeaderValue, isTransportHeader } from '#/outbound/headers.ts'

export type Headers = Readonly<Record<string, string>>

const COUNT_MAX = 20
const NAME_MAX = 64
const VALUE_MAX = 4096
const TOTAL_MAX = 8192

/**
 * The headers that a destination is to get, each value without the blanks around it. Throws `invalid_parameter` for
 * `headers`, naming the header and never its value.
 */
export function readHeaders(given: Headers): Headers {
  const entries = Object.entries(given).map(([name, value]) => [name, value.trim()] as const)
  if (entries.length > COUNT_MAX) throw invalid(`Send at most ${COUNT_MAX} headers.`)
  const seen = new Set<string>()
  let total = 0
  for (const [name, value] of entries) {
    if (!isHeaderName(name) || name.length > NAME_MAX) {
      throw invalid(`A header name is 1 to ${NAME_MAX} letters, digits and hyphens.`)
    }
    if (isOurs(name)) throw invalid(`The header ${name} cannot be set.`)
    if (seen.has(name.toLowerCase())) throw invalid(`The header ${name} is there twice.`)
    if (value === '' || value.length > VALUE_MAX || !isHeaderValue(value)) {
      throw invalid(`The value of ${name} is 1 to ${VALUE_MAX} visible ASCII characters.`)
    }
    seen.add(name.toLowerCase())
    total += name.length + value.length
  }
  if (total > TOTAL_MAX) throw invalid(`All headers together have at most ${TOTAL_MAX} characters.`)
  return Object.fromEntries(entries)
}

/** Names that decide where a request goes or where it ends, or that speak for us. */
function isOurs(name: string): boolean {
  const lower = name.toLowerCase()
  return (
    isTransportHeader(lower) ||
    spoken.has(lower) ||
    /^(content-|webhook-|x-service-|x-forwarded-)/.test(lower)
  )
}

const spoken = new Set(['user-agent', 'date', 'via', 'forwarded', 'x-real-ip'])

function invalid(message: string): Refusal {
  return invalidParameter('headers', message)
}
