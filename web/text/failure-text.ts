import type { Detail, DetailName, DetailOf } from '#/contract/detail.ts'
import { CallFailure } from '#web/calls/failure.ts'
import type { Catalogue } from './catalogue.ts'
import { waitText } from './formats.ts'

/** What to say of each detail: a sentence, or how one is made of the numbers and names that belong to it. */
export type DetailWords = {
  readonly [N in DetailName]:
    | (Exclude<keyof DetailOf<N>, 'name'> extends never ? string : never)
    | ((detail: DetailOf<N>) => string)
}

/**
 * Any failure in the person's language: what exactly is wrong, else what its code means. A server that is newer than this
 * page may say what we have no words for; then its own sentence is better than none.
 */
export function failureText(
  error: unknown,
  { errors, locale }: Pick<Catalogue, 'errors' | 'locale'>,
): string {
  if (!(error instanceof CallFailure)) return errors.codes.internal_error
  const words = detailText(error.detail, errors.details) ?? codeText(error, errors.codes)
  const seconds = error.retryAfterSeconds
  return seconds === null ? words : `${words} ${errors.again(waitText(seconds, locale))}`
}

function detailText(detail: Detail | null, words: DetailWords): string | null {
  if (detail === null || !Object.hasOwn(words, detail.name)) return null
  const said: string | ((detail: never) => string) = words[detail.name]
  // The words of a name take the detail of that name.
  return typeof said === 'string' ? said : said(detail as never)
}

/** A parameter that is wrong in a way we have no words for is better told by the server than not at all. */
function codeText({ code, message }: CallFailure, words: Catalogue['errors']['codes']): string {
  const isTold = code === 'invalid_parameter' && message !== code
  return isTold || !Object.hasOwn(words, code) ? message : words[code]
}
