import * as z from 'zod'
import { type Detail, saying } from './detail.ts'
import { AMOUNT_MAX } from '#/core/values/cents.ts'
import { type Day, parseDay } from '#/core/values/day.ts'
import { writeMoment } from '#/core/values/moment.ts'

/**
 * An id. Zod and the specification accept the same UUIDs, versions 1 to 8, nil and max, but Zod accepts max in lower case only. So the
 * text is converted to lower case first.
 */
export const id = z.string().check(z.toLowerCase(), z.uuid())

/** The fields that hold amounts in cents, for those who write them as money. */
export const moneyFields = z.registry<{ readonly isMoney: true }>()

/** An amount in cents. */
export const cents = z.int().register(moneyFields, { isMoney: true })

/** An amount in cents that a request may carry: |amount| ≤ 10^12. */
export const amount = z
  .int()
  .min(-AMOUNT_MAX)
  .max(AMOUNT_MAX)
  .register(moneyFields, { isMoney: true })

/** A calendar day that exists, `YYYY-MM-DD`. */
export const day = z
  .string()
  .refine(
    (text): text is Day => parseDay(text) !== null,
    saying('must be a day that exists, as YYYY-MM-DD', { name: 'no_day' }),
  )
  .meta({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** A day within the years that every calendar rule can compute. */
export const plannedDay = day.refine(
  (text) => text >= '1900-01-01' && text <= '2999-12-31',
  saying('must be a day from 1900-01-01 to 2999-12-31', {
    name: 'day_outside',
    from: '1900-01-01',
    to: '2999-12-31',
  }),
)

/** The name that a household gives to one of its records. */
export const name = visibleText({ min: 1, max: 200 })

/** The e-mail address with which a person signs in. Mail servers may still refuse it (`core/values/mail-address.ts`). */
export const email = z
  .string()
  .max(254)
  .refine(
    (text) => z.regexes.email.test(text),
    saying('must be an e-mail address such as ada@example.com', { name: 'not_an_email' }),
  )
  .meta({ format: 'email' })

/** The `updated_at` that a change is based on; the change is refused if the record has changed since. */
export const expectedUpdate = z
  .string()
  .refine(
    isMoment,
    saying('must be a moment such as 2026-11-20T21:40:00.000Z', { name: 'no_moment' }),
  )
  .meta({ format: 'date-time' })
  .optional()

/** A moment in UTC with milliseconds: `2026-11-20T21:40:00.000Z`. */
export const instant = z.string().meta({ format: 'date-time' })

/** Upper-case ISO 4217. */
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be an upper-case ISO 4217 code such as EUR')

/**
 * Text that a request may carry. Lengths count Unicode code points. NUL and lone surrogates, which no database
 * text and no UTF-8 can hold, are refused.
 */
export function text(limits: { readonly min?: number; readonly max: number }) {
  const { min = 0, max } = limits
  return z
    .string()
    .refine((value) => value.isWellFormed() && !value.includes('\0'), {
      ...saying('must be well-formed text without NUL characters', { name: 'bad_characters' }),
      abort: true,
    })
    .refine(
      (value) => fits(value, min, max),
      min > 0
        ? saying(`must have ${min} to ${max} characters`, lengthDetail(min, max))
        : saying(`must have at most ${max} characters`, { name: 'too_many_characters', max }),
    )
    .meta({ ...(min > 0 && { minLength: min }), maxLength: max })
}

/** The message for too short a text: with a minimum of one character, it is missing. */
function lengthDetail(min: number, max: number): Detail {
  if (min === 1) return { name: 'too_many_characters', max }
  return { name: 'characters_between', min, max }
}

function fits(value: string, min: number, max: number): boolean {
  if (value.length > max * 2) return false
  let count = 0
  for (const _ of value) count += 1
  return count >= min && count <= max
}

/** Text with at least one visible character. It is stored as sent. */
export function visibleText(limits: { readonly min?: number; readonly max: number }) {
  return text(limits).refine(
    (value) => value.trim() !== '',
    saying('must hold something other than white space', { name: 'blank' }),
  )
}

/** The source of an account or a transaction, as the API names it. */
export const providerName = extended(
  z.enum(['provider_a', 'provider_b', 'wallet', 'manual', 'import']),
)

/** A provider of banks, as the API names it. */
export const bankProviderName = extended(z.enum(['provider_a', 'provider_b']))

/** Adds the provider that the specification does not know to a list of those that it knows. */
function extended<T extends string>(known: z.ZodEnum<{ [K in T]: K }>) {
  const extension = z
    .literal('provider_c')
    .describe('Extension. European banks through Enable Banking.')
    .meta({ 'x-earmark-extension': true })
  const names = [...known.options, 'provider_c'].map((name) => `\`${name}\``)
  const [last] = names.splice(-1)
  return z.union([known, extension], { error: `must be ${names.join(', ')} or ${last}` })
}

/** Writes a moment as the API does. */
export function writeInstant(moment: Temporal.Instant): string {
  return writeMoment(moment.epochMilliseconds)
}

/** Returns true for a moment with an offset. */
export function isMoment(value: string): boolean {
  try {
    Temporal.Instant.from(value)
    return true
  } catch {
    return false
  }
}
