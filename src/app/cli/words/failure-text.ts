import { Refusal } from '#/platform/contract/refusal.ts'
import { refusalText } from './refusal-text.ts'
import { isDatabaseGone, sqlState } from '#/platform/database/database.ts'

/** Writes a failure in one message, never with a stack trace. */
export function failureText(error: unknown): string {
  if (error instanceof Refusal) {
    return refusalText(error.message, error.param)
  }
  if (isDatabaseGone(error)) return `The database cannot be reached: ${causeText(error)}`
  if (sqlState(error) !== null) return `The database refuses: ${causeText(error)}`
  return causeText(error)
}

/** A failed connection carries its text in a list, or only a code. */
function causeText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${String(error.port)} is taken: something else listens there already.`
  }
  if (error.message !== '') return error.message
  if (error instanceof AggregateError && error.errors.length > 0) return causeText(error.errors[0])
  return 'code' in error ? String(error.code) : error.name
}
