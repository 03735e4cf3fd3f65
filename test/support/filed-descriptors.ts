import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type FiledDescriptor = {
  readonly language: string
  readonly descriptor: string
  /** In cents. */
  readonly amount: number
  /** Meanings that are right; empty: none is. */
  readonly meanings: readonly string[]
  /** True if no category is right as well. */
  readonly mayBeNone: boolean
}

/**
 * Descriptors as banks of twelve languages write them, with the meanings that a person would accept as the payment's
 * category; none: nobody could tell from the text. Written for these tests, in the layouts that banks use.
 */
export const filedDescriptors: readonly FiledDescriptor[] = read()

function read(): FiledDescriptor[] {
  let language = ''
  const written = readFileSync(join(import.meta.dirname, 'filed-descriptors.txt'), 'utf8')
  return written
    .trim()
    .split('\n')
    .flatMap((line) => {
      const parts = /^([-+]) (.+?) \| (.+)$/.exec(line)
      if (!parts) {
        language = line
        return []
      }
      const [, sign = '-', descriptor = '', truth = ''] = parts
      const meanings = truth.split(',')
      return [
        {
          language,
          descriptor,
          amount: sign === '+' ? 12_345 : -2_345,
          meanings: meanings.filter((one) => one !== 'none'),
          mayBeNone: meanings.includes('none'),
        },
      ]
    })
}
