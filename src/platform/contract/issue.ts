import * as z from 'zod'
import type { Detail } from './detail.ts'

/** The fault of a value that a schema refuses, and its place. */
export type Fault = {
  /** As clients write it: `transactions[3].amount`; '' for the whole value. */
  readonly param: string
  /** The end of a sentence about the parameter: `is required`. */
  readonly reason: string
  readonly detail: Detail
}

export type Read<S extends z.ZodType> =
  | { readonly value: z.output<S>; readonly fault: null }
  | { readonly value: null; readonly fault: Fault }

/** Parses a value by its schema. Reports the first fault if there are several. */
export function read<S extends z.ZodType>(schema: S, written: unknown): Read<S> {
  const result = z.safeParse(schema, written, { error: reasonOf })
  if (result.success) return { value: result.data, fault: null }
  const issue = narrowestOf(result.error.issues)
  const fault = { param: paramOf(issue), reason: issue.message, detail: detailOf(issue) }
  return { value: null, fault }
}

/**
 * Returns the first issue. For an integer beyond 2^53 the first one names Zod's own bound. If the field has a bound, the issue that
 * names it is returned instead, because it says what may be sent.
 */
function narrowestOf(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue {
  const first = issues[0]!
  const isBeyond = 'origin' in first && first.origin === 'int'
  const where = first.path.join()
  const isSame = (one: z.core.$ZodIssue) => one.code === first.code && one.path.join() === where
  return (isBeyond && issues.findLast(isSame)) || first
}

/**
 * Returns a sentence about one parameter. A refinement's reason is either the end of that sentence, in lower case (`must
 * be a day that exists`), or a complete sentence.
 */
export function sentenceOf(subject: string, reason: string): string {
  return /^[a-z]/.test(reason) ? `${subject} ${reason}.` : reason
}

function paramOf(issue: z.core.$ZodIssue): string {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!] : issue.path
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')
}

/** The reason if the schema gives none of its own. */
function reasonOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return REQUIRED
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${either(issue.values.map((value) => `\`${String(value)}\``))}`
    case 'too_small':
      return `must ${atLeast(issue.origin, Number(issue.minimum), issue.inclusive !== false)}`
    case 'too_big':
      return `must ${atMost(issue.origin, Number(issue.maximum), issue.inclusive !== false)}`
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? 'written as the documentation shows'}`
    case 'unrecognized_keys':
      return UNKNOWN
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return 'is not what the documentation shows'
  }
}

const REQUIRED = 'is required'

/** The reason for an unknown field. */
export const UNKNOWN = 'is not known here'

function detailOf(issue: z.core.$ZodIssue): Detail {
  if (issue.message === REQUIRED) return { name: 'required' }
  switch (issue.code) {
    case 'custom': {
      const said: Detail | undefined = issue.params?.['detail']
      return said ?? { name: 'malformed' }
    }
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false)
    case 'invalid_value':
      return { name: 'not_offered' }
    case 'unrecognized_keys':
      return { name: 'unknown' }
    case 'invalid_format':
    case 'invalid_type':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return { name: 'malformed' }
  }
}

function tooSmall(origin: string, min: number, inclusive: boolean): Detail {
  if (origin === 'string') return { name: 'too_few_characters', min }
  if (origin === 'array') return { name: 'too_few_items', min }
  return { name: inclusive ? 'too_low' : 'not_above', min }
}

function tooBig(origin: string, max: number, inclusive: boolean): Detail {
  if (origin === 'string') return { name: 'too_many_characters', max }
  if (origin === 'array') return { name: 'too_many_items', max }
  return { name: inclusive ? 'too_high' : 'not_below', max }
}

/** Every number of this API is an integer. */
const INTEGER = 'an integer, written without a fraction or exponent'

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: INTEGER,
  int: INTEGER,
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
  null: '`null`',
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  datetime: 'a moment such as 2026-11-20T21:40:00.000Z',
  email: 'an e-mail address',
  url: 'a URL',
}

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item' }

function atLeast(origin: string, minimum: number, inclusive: boolean): string {
  const unit = units[origin]
  if (unit !== undefined) return `have at least ${minimum} ${unit}${minimum === 1 ? '' : 's'}`
  return inclusive ? `be ${minimum} or more` : `be more than ${minimum}`
}

function atMost(origin: string, maximum: number, inclusive: boolean): string {
  const unit = units[origin]
  if (unit !== undefined) return `have at most ${maximum} ${unit}${maximum === 1 ? '' : 's'}`
  return inclusive ? `be ${maximum} or less` : `be less than ${maximum}`
}

function either(options: readonly string[]): string {
  const last = options.at(-1)!
  return options.length === 1 ? last : `${options.slice(0, -1).join(', ')} or ${last}`
}
