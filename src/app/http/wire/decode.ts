import * as z from 'zod'
import { read, sentenceOf, UNKNOWN } from '#/platform/contract/issue.ts'
import { type Refusal, invalidParameter } from '#/platform/contract/refusal.ts'

/** Validates one part of a request. The first error becomes `invalid_parameter` with its path as `param`. */
export function decode(schema: z.ZodType, value: unknown, whole: string): unknown {
  const { value: decoded, fault } = read(schema, value)
  if (!fault) return decoded
  const { param, reason, detail } = fault
  throw invalidParameter(
    param || whole,
    sentenceOf(param === '' ? `The ${whole}` : `\`${param}\``, reason),
    detail,
  )
}

/** Reads the query of an address. */
type QueryDecoder = (url: string) => unknown

/**
 * Makes the decoder of a query. Converts text to integers where the schema wants them. Refuses a repeated name, an
 * unknown name and an empty value.
 */
export function queryDecoder(schema: z.ZodObject): QueryDecoder {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' })
  const integers = new Set(
    Object.keys(properties).filter((name) => {
      const property = properties[name]
      return typeof property === 'object' && property.type === 'integer'
    }),
  )
  return (url) => {
    const values: Record<string, unknown> = Object.create(null)
    for (const [name, text] of readPairs(url)) {
      if (name in values) throw invalidParameter(name, `\`${name}\` is given more than once.`)
      if (!(name in properties)) throw unknown(name)
      if (text === '')
        throw invalidParameter(name, `\`${name}\` is empty; leave it out, or give it a value.`)
      values[name] = integers.has(name) && /^(0|-?[1-9]\d{0,15})$/.test(text) ? Number(text) : text
    }
    return decode(schema, { ...values }, 'query')
  }
}

/** Refuses any parameter for an endpoint without a query. */
export function refuseQuery(url: string): void {
  const [first] = readPairs(url)
  if (first) throw unknown(first[0])
}

function unknown(name: string): Refusal {
  return invalidParameter(name, sentenceOf(`\`${name}\``, UNKNOWN))
}

// Searches the text, because an address that the adapter has made needs no second parser.
function readPairs(url: string): (readonly [string, string])[] {
  const [address = ''] = url.split('#', 1)
  const start = address.indexOf('?')
  if (start < 0) return []
  return address
    .slice(start + 1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      const name = at < 0 ? pair : pair.slice(0, at)
      return [unescape(name, 'query'), at < 0 ? '' : unescape(pair.slice(at + 1), name)] as const
    })
}

// Unlike URLSearchParams, throws for bytes that are not UTF-8. A replacement character would search for another text.
function unescape(text: string, name: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidParameter(name, `\`${name}\` must be percent-encoded UTF-8.`)
  }
}
