import type * as z from 'zod'
import type { Invocation, Output } from '#/app/cli/parsing/command.ts'
import { answerColumns, answerRows, isList, type ListForm, recordText } from './answer-text.ts'
import { listed } from './table.ts'

type Answered = {
  readonly answer: unknown
  /** The schema of the endpoint's answer. */
  readonly schema: z.ZodType
  readonly form?: ListForm
  /** The household's currency, for amounts that have none beside them. */
  readonly currency: string
}

/** Prints the answer of an endpoint: a list as a table, a record as lines. */
export function answerOutput(
  invocation: Pick<Invocation, 'options'> & Partial<Pick<Invocation, 'width'>>,
  { answer, schema, form = {}, currency }: Answered,
): Output {
  if (!isList(schema, form)) return { json: answer, text: recordText(answer, schema, currency) }
  const output = listed(invocation, {
    json: answer,
    rows: answerRows(answer, form),
    columns: answerColumns(schema, form, currency),
    empty: 'There is nothing yet.',
  })
  return { ...output, text: `${output.text}${moreText(answer)}` }
}

/** Says how to see the rest, if the answer is one page of several. */
function moreText(answer: unknown): string {
  if (answer === null || typeof answer !== 'object') return ''
  if (!('has_more' in answer) || answer.has_more !== true || !('page' in answer)) return ''
  const pages = 'pages' in answer ? ` of ${Number(answer.pages)}` : ''
  return `\n\nPage ${Number(answer.page)}${pages}: --page ${Number(answer.page) + 1} shows the next.`
}
