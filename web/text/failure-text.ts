import type { Detail } from '#/platform/contract/detail.ts'
import type { FileReason } from '#/platform/contract/file-reason.ts'
import { CallFailure } from '#web/calls/failure.ts'
import type { Catalogue } from './catalogue.ts'
import { waitText } from './formats.ts'

type Named = { readonly name: string }

/** What to say of each name: a sentence, or how one is made of the numbers and texts that belong to it. */
type WordsOf<T extends Named> = {
  readonly [N in T['name']]:
    | (Exclude<keyof Extract<T, { name: N }>, 'name'> extends never ? string : never)
    | ((said: Extract<T, { name: N }>) => string)
}

/** File reasons are worded by `englishReasons` and its translations. */
export type DetailWords = WordsOf<Exclude<Detail, { name: 'file_unreadable' }>>

type Texts = Pick<Catalogue, 'errors' | 'files' | 'locale'>

/**
 * Any failure in the person's language: what exactly is wrong, else what its code means. A server that is newer than this
 * page may say what we have no words for; then its own sentence is better than none.
 */
export function failureText(error: unknown, texts: Texts): string {
  const { errors, locale } = texts
  if (!(error instanceof CallFailure)) return errors.codes.internal_error
  const words = detailText(error.detail, texts) ?? codeText(error, errors.codes)
  const seconds = error.retryAfterSeconds
  return seconds === null ? words : `${words} ${errors.again(waitText(seconds, locale))}`
}

/** Why a statement file cannot be imported, and where in it. */
export function fileFaultText(
  fault: {
    readonly reason: FileReason | null
    readonly line: number | null
    /** The server's own sentence, for what we have no words for. */
    readonly message: string
  },
  texts: Texts,
): string {
  const { reason, line, message } = fault
  return atLine(line, reasonText(reason, texts) ?? message, texts)
}

function detailText(detail: Detail | null, texts: Texts): string | null {
  if (detail?.name !== 'file_unreadable') return wordsFor(detail, texts.errors.details)
  const words = reasonText(detail.reason, texts)
  return words && atLine(detail.line, words, texts)
}

function reasonText(reason: FileReason | null, { errors, files }: Texts): string | null {
  return reason?.name === 'refused' ? errors.codes[reason.code] : wordsFor(reason, files.reasons)
}

function atLine(line: number | null, said: string, { files }: Texts): string {
  return line === null ? said : files.line(line, said)
}

function wordsFor<T extends Named>(said: T | null, words: object): string | null {
  if (said === null || !Object.hasOwn(words, said.name)) return null
  // The words of a name take what has that name.
  const found = words[said.name as keyof typeof words] as string | ((said: T) => string)
  return typeof found === 'string' ? found : found(said)
}

/** A parameter that is wrong in a way we have no words for is better told by the server than not at all. */
function codeText({ code, message }: CallFailure, words: Catalogue['errors']['codes']): string {
  const isTold = code === 'invalid_parameter' && message !== code
  return isTold || !Object.hasOwn(words, code) ? message : words[code]
}
