import { CallFailure } from '#web/calls/failure.ts'
import type { Catalogue } from './catalogue.ts'

/** Any failure in words for people: ours where we have them in their language, else the server's own sentence. */
export function failureText(error: unknown, { errors }: Pick<Catalogue, 'errors'>): string {
  if (!(error instanceof CallFailure)) return errors.internal_error
  const own = new Map(Object.entries(errors)).get(error.code)
  return own ?? error.message
}
