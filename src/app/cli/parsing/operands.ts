import * as z from 'zod'
import { id, name } from '#/platform/contract/fields.ts'
import { type Invocation, textOption, UsageError } from './command.ts'

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

/** What somebody calls a key or a device; undefined where it was not said. */
export function nameOption(invocation: Invocation): string | undefined {
  const text = textOption(invocation, 'name')
  if (text === undefined || z.safeParse(name, text).success) return text
  throw new UsageError('--name: 1 to 200 characters.')
}
