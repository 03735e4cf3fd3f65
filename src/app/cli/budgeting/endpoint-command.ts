import type { Answer, Endpoint, Received } from '#/platform/contract/endpoint.ts'
import type { JsonText } from '#/platform/runtime/call.ts'
import { decode } from '#/app/http/wire/decode.ts'
import { actFor, type ActingAtCli, type Verb } from './act-for.ts'
import { type Command } from '#/app/cli/parsing/command.ts'
import { optionOf, placeholder, propertiesOf, readFields } from '#/app/cli/parsing/fields.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'
import { answerText } from '#/app/cli/words/answer-text.ts'

type EndpointCommand<E extends Endpoint> = {
  /** For example `expense create`. */
  readonly words: string
  readonly endpoint: E
  readonly verb: (acting: ActingAtCli, input: Received<E>) => Promise<Answer<E> | JsonText>
  /** Fields that the command's words imply. */
  readonly fixed?: object
  readonly summary?: string
}

/**
 * Makes the command of an endpoint. Its operands are the household and the parameters of the path; each field of the
 * body or the query is an option (`--target-amount 1200`; `none` for null, commas between several values).
 */
export function commandOf<const E extends Endpoint>({
  words,
  endpoint,
  verb,
  fixed = {},
  summary = `${endpoint.summary}.`,
}: EndpointCommand<E>): Command {
  const named = Object.keys(endpoint.params?.shape ?? {})
  const part = endpoint.body ? 'body' : 'query'
  const schema = endpoint.body ?? endpoint.query
  const fields = Object.entries(schema ? propertiesOf(schema) : {}).filter(
    ([name]) => !(name in fixed),
  )
  return {
    words,
    summary,
    synopsis: [
      'HOUSEHOLD_ID',
      ...named.map((name) => name.toUpperCase()),
      ...fields.map(([name, field]) => {
        const option = `--${optionOf(name)} ${placeholder(field)}`
        return field.required ? option : `[${option}]`
      }),
    ].join(' '),
    operands: ['HOUSEHOLD_ID', ...named.map((name) => name.toUpperCase())],
    options: Object.fromEntries(fields.map(([name]) => [optionOf(name), { type: 'string' }])),
    run: async (invocation) => {
      const householdId = idOperand(invocation, 0)
      const params = Object.fromEntries(
        named.map((name, at) => [name, invocation.operands[at + 1]]),
      )
      const given = { ...readFields(invocation, fields), ...fixed }
      const input = {
        ...(endpoint.params && { params: decode(endpoint.params, params, 'id') as object }),
        ...(schema && { [part]: decode(schema, given, part) }),
      }
      const answer = await invocation.withRuntime((runtime) =>
        actFor(runtime, householdId, { endpoint, verb: verb as Verb, input }),
      )
      return { json: answer, text: answerText(answer) }
    },
  }
}
