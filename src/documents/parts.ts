import * as z from 'zod'
import { visibleText } from '#/platform/contract/fields.ts'

/** A name inside the document. */
export const ref = visibleText({ min: 1, max: 200 })

export const refOrNull = ref.nullable().default(null)

/** An instant with its offset: `2026-11-20T21:40:00.000Z`. */
export const moment = z
  .string()
  .refine(isInstant, {
    message: 'must be a moment such as 2026-11-20T21:40:00.000Z',
    abort: true,
  })
  .transform((text) => Temporal.Instant.from(text))

function isInstant(text: string): boolean {
  try {
    const { epochMilliseconds } = Temporal.Instant.from(text)
    return epochMilliseconds > FIRST && epochMilliseconds < LAST
  } catch {
    return false
  }
}

/** 1900 and 3000, in milliseconds since 1970. */
const FIRST = -2_208_988_800_000
const LAST = 32_503_680_000_000
