import * as z from 'zod'
import { id } from '#/contract/fields.ts'
import { type Invocation, UsageError } from './command.ts'

/** An operand that is an id; throws a UsageError for anything else. */
export function idOperand({ operands }: Invocation, place: number): string {
  return readId(operands[place]!)
}

/** An id as it was typed. */
export function readId(text: string): string {
  const read = z.safeParse(id, text)
  if (!read.success) throw new UsageError(`${JSON.stringify(text)} is not an id.`)
  return read.data
}
