import { codes } from './codes.ts'
import { englishReasons } from './english-reasons.ts'
import type { FileReason } from './file-reason.ts'

/** Digits without grouping: the command line and programs read these sentences. */
const words = englishReasons({
  number: String,
  plural: (count, { one, other }) => (count === 1 ? one : other),
})

/** A reason in English, as one or two sentences, for the command line and for programs. */
export function sayReason(reason: FileReason): string {
  if (reason.name === 'refused') return codes[reason.code].message
  const said: string | ((reason: never) => string) = words[reason.name]
  // Safe: each entry of `words` takes the reason of its own name.
  return typeof said === 'string' ? said : said(reason as never)
}

/** Checks whether a stored or received value is a reason that has words. */
export function isFileReason(value: unknown): value is FileReason {
  const isNamed = typeof value === 'object' && value !== null && 'name' in value
  if (!isNamed || typeof value.name !== 'string') return false
  return value.name === 'refused' || Object.hasOwn(words, value.name)
}
