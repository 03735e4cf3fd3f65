import { type Endpoint, isWrite } from '#/platform/contract/endpoint.ts'
import type { Asking } from '#/app/cli/parsing/asking.ts'
import type { Command } from '#/app/cli/parsing/command.ts'
import { optionFor, optionOf, propertiesOf, readFields } from '#/app/cli/parsing/fields.ts'
import { answerOutput } from '#/app/cli/words/answer-output.ts'
import { isList, type ListForm, needsCurrency } from '#/app/cli/words/answer-text.ts'
import { isForKeys } from '#/app/cli/remote/base-of.ts'
import { decodeGiven } from './decode-given.ts'
import { householdCommand } from './household-command.ts'
import { keyCommand } from './key-command.ts'

type EndpointCommand<E extends Endpoint> = ListForm &
  Pick<Command, 'common' | 'examples'> & {
    /** For example `expense create`. */
    readonly words: string
    /** By default the budget. */
    readonly group?: Command['group']
    readonly endpoint: E
    /** Fields that the command's words imply. */
    readonly fixed?: object
    readonly summary?: string
    /** A member must be behind it, so that it works only with an API key. */
    readonly ofKey?: true
    /** Fields that the command line does not offer. */
    readonly without?: readonly string[]
  }

/**
 * Makes the command of an endpoint. Its operands are the household and the parameters of the path; each field of the
 * body or the query is an option (`--target-amount 1200`; `none` for null, commas between several values).
 */
export function commandOf<const E extends Endpoint>({
  words,
  endpoint,
  group = 'budget',
  fixed = {},
  summary = `${endpoint.summary}.`,
  ofKey,
  without = [],
  shows,
  within,
  ...help
}: EndpointCommand<E>): Command {
  const named = Object.keys(endpoint.params?.shape ?? {})
  const part = endpoint.body ? 'body' : 'query'
  const schema = endpoint.body ?? endpoint.query
  const fields = Object.entries(schema ? propertiesOf(schema) : {}).filter(
    ([name]) => !(name in fixed) && !without.includes(name),
  )
  const form: ListForm = { ...(shows && { shows }), ...(within !== undefined && { within }) }
  const command = (ofKey ? keyCommand : householdCommand)({
    words,
    group,
    summary,
    ...help,
    operands: named.map((name) => name.toUpperCase()),
    options: Object.fromEntries(
      fields.map(([name, field]) => [optionOf(name), optionFor(name, field, words)]),
    ),
    ...(isList(endpoint.response, form) && { lists: true }),
    plan: (invocation) => {
      const params = Object.fromEntries(named.map((name, at) => [name, invocation.operands[at]!]))
      const given = { params, [part]: { ...readFields(invocation, fields), ...fixed } }
      decodeGiven(endpoint, given)
      const isShown = invocation.options['json'] !== true
      return async (household) => {
        const answer = await household.ask(endpoint, given)
        const isWanted = isShown && needsCurrency(endpoint.response, form)
        const currency = isWanted ? await currencyOf(household, isWrite(endpoint)) : ''
        return answerOutput(invocation, { answer, schema: endpoint.response, form, currency })
      }
    },
  })
  if (isForKeys(endpoint)) return command
  const { reach: _, ...onlyHere } = command
  return onlyHere
}

/** Finds the currency of a household. A write has been made by then, so that its answer is shown without it too. */
async function currencyOf(household: Asking, isWritten: boolean): Promise<string> {
  try {
    return await household.currency()
  } catch (error) {
    if (isWritten) return ''
    throw error
  }
}
