import type { Detail } from '#/platform/contract/detail.ts'
import type { FileReason } from '#/platform/contract/file-reason.ts'
import { CallFailure, type FailureCode } from '#web/calls/failure.ts'
import type { Catalogue } from './catalogue.ts'
import { waitText } from './formats.ts'

type Named = { readonly name: string }

type Texts = Pick<Catalogue, 'errors' | 'files' | 'locale'>

/**
 * Words any failure in the person's language: by its detail if there is one, otherwise by its code. A newer server may send a
 * name without a text here: then reloading brings the newer application. The server's own sentences are for programs and name
 * parameters, so they are never shown.
 */
export function failureText(error: unknown, texts: Texts): string {
  const { errors, locale } = texts
  if (!(error instanceof CallFailure)) return errors.codes.internal_error
  const words = detailText(error.detail, texts) ?? codeText(error.code, texts)
  const seconds = error.retryAfterSeconds
  return seconds === null ? words : `${words} ${errors.again(waitText(seconds, locale))}`
}

/** Explains why a statement file cannot be imported, and at which line. */
export function fileFaultText(
  fault: {
    readonly reason: FileReason | null
    readonly line: number | null
  },
  texts: Texts,
): string {
  const { reason, line } = fault
  return atLine(line, reasonText(reason, texts) ?? texts.errors.unknown, texts)
}

function detailText(detail: Detail | null, texts: Texts): string | null {
  if (detail?.name !== 'file_unreadable') return wordsFor(detail, texts.errors.details)
  const words = reasonText(detail.reason, texts)
  const said = words && atLine(detail.line, words, texts)
  return said && detail.file !== undefined ? `${detail.file}: ${said}` : said
}

function reasonText(reason: FileReason | null, texts: Texts): string | null {
  if (reason?.name === 'refused') return codeText(reason.code, texts)
  return wordsFor(reason, texts.files.reasons)
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

function codeText(code: FailureCode, { errors }: Texts): string {
  return Object.hasOwn(errors.codes, code) ? errors.codes[code] : errors.unknown
}
