import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Asking } from '#/app/cli/parsing/asking.ts'
import { actFor, currencyOf } from './act-for.ts'
import { decodeGiven } from './decode-given.ts'
import { encodeAnswer } from './encode-answer.ts'

/** Asks a household of the database, as the operator. */
export function askDatabase(runtime: Runtime, householdId: string): Asking {
  return {
    ask: async (endpoint, given = {}) => {
      const input = decodeGiven(endpoint, given)
      const { verbs } = await import('./verbs.ts')
      const verb = verbs.get(endpoint)
      if (!verb) throw new Error(`${endpoint.method} ${endpoint.path} has no verb`)
      return encodeAnswer(endpoint, await actFor(runtime, householdId, { endpoint, verb, input }))
    },
    currency: () => currencyOf(runtime, householdId),
    line: (words, ...rest) => ['earmark', words, householdId, ...rest].join(' '),
  }
}
