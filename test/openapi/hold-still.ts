import { createHash } from 'node:crypto'
import { ORIGIN } from '#/app/api-docs/places.ts'
import type { Examples } from '#/platform/contract/openapi-examples.ts'
import { readSecret, sign, writeSecret } from '#/webhooks/signing/sign.ts'

const REQUEST_ID = 'req_01JD3Z8T6Q4N5V2C9XK7M0R1AB'
const NEXT_IMPORT = '2026-11-20T21:41:00.000Z'
const SECRET = writeSecret(createHash('sha256').update('a secret of the examples').digest())

/**
 * Replaces what chance decides: ids by their order, so that one more random number somewhere changes no example; request
 * ids, secrets and planned imports by one each; and the address of the test by that of the instance. Signatures are made again.
 */
export function holdStill(examples: Examples): Examples {
  const ids = new Map<string, string>()
  const replaceIds = (given: string) =>
    given.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      const known = ids.get(id) ?? exampleId(ids.size)
      ids.set(id, known)
      return known
    })
  const text = replaceIds(JSON.stringify(examples))
    .replaceAll(/(?<="cursor":")[\w-]+/g, (cursor) => {
      const inside = Buffer.from(cursor, 'base64url').toString()
      return Buffer.from(replaceIds(inside)).toString('base64url')
    })
    .replaceAll(/(?<="next_(?:sync|scheduled)_at":")[^"]+/g, NEXT_IMPORT)
    .replaceAll(/req_[0-9A-Z]{26}/g, REQUEST_ID)
    .replaceAll(/whsec_[\w+/]+=*/g, SECRET)
    .replaceAll('http://earmark.test', ORIGIN)
  const held = JSON.parse(text) as Examples
  const events = Object.entries(held.events).map(([name, { headers, body }]) => {
    const signature = sign(readSecret(SECRET), {
      id: headers['webhook-id']!,
      seconds: Number(headers['webhook-timestamp']),
      body: JSON.stringify(body),
    })
    return [name, { headers: { ...headers, 'webhook-signature': signature }, body }] as const
  })
  return { ...held, events: Object.fromEntries(events) }
}

/** The UUID (version 7) that stands for the n-th id. */
function exampleId(count: number): string {
  const hex = createHash('sha256').update(`example ${count}`).digest('hex')
  return `019aa0c7-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-9${hex.slice(7, 10)}-${hex.slice(10, 22)}`
}

/** Lists of objects keep this many, lists of values more. */
const OBJECTS_MAX = 2
const VALUES_MAX = 5

/** Chooses items of a list in their order: the first of each type or kind, then the others. */
function choose(list: readonly unknown[], max: number): readonly unknown[] {
  const sortOf = (one: unknown) => {
    if (one === null || typeof one !== 'object') return one
    return ('type' in one && one.type) || ('kind' in one && one.kind) || one
  }
  const firsts = [...Map.groupBy(list, sortOf).values()].map(([first]) => first)
  const chosen = [...new Set([...firsts, ...list])].slice(0, max)
  return list.filter((one) => chosen.includes(one))
}

/** Cuts the lists of an answer, so that people can read it. */
export function shorten(answer: unknown): {
  readonly answer: unknown
  readonly shortened: boolean
} {
  let shortened = false
  const cut = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const max = value.some((one) => typeof one === 'object') ? OBJECTS_MAX : VALUES_MAX
      shortened ||= value.length > max
      return choose(value, max).map(cut)
    }
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one)]))
  }
  return { answer: cut(answer), shortened }
}
