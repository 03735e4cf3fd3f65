import { hash } from 'node:crypto'
import type { Day } from '#/core/values/day.ts'
import type { LanguageTag } from '#/core/values/languages.ts'
import { currencyDigits } from '#/core/values/money.ts'
import type { Fact } from './gather.ts'
import { plainText } from './plain-text.ts'
import { type FeedWords, feedWords } from './words.ts'

/** An event as calendars show it, before it has a number. */
export type Composed = {
  readonly series: string
  readonly day: Day
  readonly title: string
  readonly details: string
  /** Days before its day at which programs remind of it; null: not at all. */
  readonly alarmDays: number | null
  /** Of everything above. */
  readonly digest: Buffer
}

type Style = {
  readonly language: LanguageTag
  readonly amounts: boolean
  readonly alarm_days: number | null
  readonly currency: string
  /** How amounts are written; null: as the language does. */
  readonly locale: string | null
}

/** Names of a payday's set-asides that are listed at most. */
const PARTS_MAX = 25

/** Says each fact in words. */
export function compose(facts: readonly Fact[], style: Style): readonly Composed[] {
  const words = feedWords[style.language]
  const money = style.amounts ? writer(style) : null
  return facts.map((fact) => {
    const { title, details } = say(fact, words, money)
    const { series, day } = fact
    const alarmDays = fact.kind === 'due' ? style.alarm_days : null
    const said = { series, day, title, details: details.join('\n'), alarmDays }
    return { ...said, digest: hash('sha256', JSON.stringify(said), 'buffer') }
  })
}

type Writer = (cents: number, currency?: string) => string
type Said = { readonly title: string; readonly details: readonly string[] }

/** Writes amounts in the household's currency unless another is given. */
function writer({ locale, language, currency: own }: Style): Writer {
  const formats = new Map<string, Intl.NumberFormat>()
  return (cents, currency = own) => {
    const digits = currencyDigits(currency)
    const format =
      formats.get(currency) ??
      new Intl.NumberFormat(locale ?? language, {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      })
    formats.set(currency, format)
    return format.format(cents / 10 ** digits + 0).replace('-', '\u2212')
  }
}

/** `money` is null in a calendar without amounts. */
function say(fact: Fact, words: FeedWords, money: Writer | null): Said {
  const amount = (cents: number, currency?: string) => money && money(cents, currency)
  switch (fact.kind) {
    case 'due': {
      const { payment, held, missing, state } = fact
      const title = words.due(plainText(fact.name), amount(payment))
      const details = [
        words.states[state],
        ...(money ? [words.heldOf(money(held), money(payment))] : []),
      ]
      return {
        title: missing > 0 ? `${title} · ${words.short(amount(missing))}` : title,
        details,
      }
    }
    case 'paid':
      return {
        title: words.paid(plainText(fact.name), amount(Math.abs(fact.amount), fact.currency)),
        details: [],
      }
    case 'payday':
      return {
        title: words.payday(amount(fact.funded)),
        details: [
          ...(money && fact.deposit > 0 ? [words.deposit(money(fact.deposit))] : []),
          ...sayParts(fact.parts, words, money),
          ...(money ? [words.freeAfter(money(fact.free))] : []),
        ],
      }
    case 'ran':
      return { title: words.ran(amount(fact.funded)), details: sayParts(fact.parts, words, money) }
    case 'low':
      return {
        title: (fact.free < 0 ? words.below : words.low)(amount(fact.free)),
        details: [words.lowMeaning],
      }
  }
}

function sayParts(
  parts: readonly { readonly name: string; readonly funded: number }[],
  words: FeedWords,
  money: Writer | null,
): readonly string[] {
  if (parts.length === 0) return []
  const listed = parts.slice(0, PARTS_MAX).map(({ name, funded }) => {
    return money ? `${plainText(name)}: ${money(funded)}` : plainText(name)
  })
  const rest = parts.length - listed.length
  return [words.into, ...listed, ...(rest > 0 ? [words.more(rest)] : [])]
}
