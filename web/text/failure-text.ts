import type { Detail } from '#/platform/contract/detail.ts'
import type { FileReason } from '#/platform/contract/file-reason.ts'
import { CallFailure } from '#web/calls/failure.ts'
import type { Catalogue } from './catalogue.ts'
import { waitText } from './formats.ts'

type Named = { readonly name: string }

type Texts = Pick<Catalogue, 'errors' | 'files' | 'locale'>

/**
 * Words any failure in the person's language: by its detail if there is one, otherwise by its code. A newer server may send a
 * name without a text here; then its own English sentence is shown.
 */
export function failureText(error: unknown, texts: Texts): string {
  const { errors, locale } = texts
  if (!(error instanceof CallFailure)) return errors.codes.internal_error
  const words = detailText(error.detail, texts) ?? codeText(error, errors.codes)
  const seconds = error.retryAfterSeconds
  return seconds === null ? words : `${words} ${errors.again(waitText(seconds, locale))}`
}

/** Explains why a statement file cannot be imported, and at which line. */
export function fileFaultText(
  fault: {
    readonly reason: FileReason | null
    readonly line: number | null
    /** The server's own sentence, used if there is no text for the reason. */
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
  const said = words && atLine(detail.line, words, texts)
  return said && detail.file !== undefined ? `${detail.file}: ${said}` : said
}

function reasonText(reason: FileReason | null, { errors, files }: Texts): string | null {
  return reason?.name === 'refused' ? errors.codes[reason.code] : wordsFor(reason, files.reasons)
}

function atLine(line: number | null, said: string, { files }: Texts): string {
  return line === null ? said : files.line(line, said)
}

function wordsFor<T extends Named>(said: T | null, words: object): string | null {
  if (said === null || !Object.hasOwn(words, said.name)) return null
  // Each text accepts the detail of its own name.
  const found = words[said.name as keyof typeof words] as string | ((said: T) => string)
  return typeof found === 'string' ? found : found(said)
}

/** If there is no text for an invalid parameter, the server's sentence is more precise than the text of the code. */
function codeText({ code, message }: CallFailure, words: Catalogue['errors']['codes']): string {
  const isExplained = code === 'invalid_parameter' && message !== code
  return isExplained || !Object.hasOwn(words, code) ? message : words[code]
}
