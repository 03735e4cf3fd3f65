import * as z from 'zod'
import { id, name } from '#/platform/contract/fields.ts'
import { type Invocation, textOption, UsageError } from './command.ts'

/** Reads an operand as an id. Throws a UsageError for anything else. */
export function idOperand({ operands }: Invocation, position: number): string {
  return readId(operands[position]!)
}

/** Reads a typed id. Throws a UsageError for anything else. */
export function readId(text: string): string {
  const read = z.safeParse(id, text)
  if (!read.success) throw new UsageError(`${JSON.stringify(text)} is not an id.`)
  return read.data
}

/** Reads the name of a key or a device; undefined if none was given. */
export function nameOption(invocation: Invocation): string | undefined {
  const text = textOption(invocation, 'name')
  if (text === undefined || z.safeParse(name, text).success) return text
  throw new UsageError('--name: 1 to 200 characters.')
}
