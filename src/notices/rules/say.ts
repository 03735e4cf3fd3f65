import { browserName } from '#/core/values/browser-name.ts'
import type { LanguageTag } from '#/core/values/languages.ts'
import { currencyDigits } from '#/core/values/money.ts'
import type { NoticeKind } from '#/core/values/notice-kinds.ts'
import type { Facts } from './kinds.ts'

/** A notice in words. Every part is plain text on one line. */
export type Message = { readonly title: string; readonly text: string }

/** Values written for a language. */
type Written = {
  readonly name: string
  readonly day: string
  readonly amount: string
  readonly before: string
  readonly missing: string
  readonly days: string
  readonly address: string
  /** Its common name; null: unknown. A `User-Agent` is a text that a stranger may choose, so no notice repeats it. */
  readonly browser: string | null
  readonly facts: Facts
}

type Words = Readonly<Record<NoticeKind, (written: Written) => Message>>

const en: Words = {
  bill_due: ({ name, day, amount }) => ({
    title: `${name} is due on ${day}`,
    text: `${amount} is due.`,
  }),
  bill_short: ({ name, day, amount, missing }) => ({
    title: `${name} is short by ${missing}`,
    text: `${amount} is due on ${day}.`,
  }),
  payday_ran: ({ day, amount, facts }) =>
    facts.status === 'continued'
      ? { title: 'Pay has arrived', text: `With it, the payday of ${day} set ${amount} aside.` }
      : {
          title: 'Payday',
          text:
            facts.status === 'waits'
              ? `The payday of ${day} set ${amount} aside. The rest waits for the deposit.`
              : `The payday of ${day} set ${amount} aside.`,
        },
  payday_late: ({ day }) => ({
    title: 'Pay has not arrived',
    text: `The payday of ${day} waits for its deposit.`,
  }),
  free_low: ({ amount, before }) => ({
    title: `Free to spend is below ${before}`,
    text: `${amount} is free to spend.`,
  }),
  free_negative: ({ amount }) => ({
    title: 'Free to spend is below zero',
    text: `It is ${amount}: more is set aside than there is.`,
  }),
  large_payment: ({ name, day, amount, facts }) => ({
    title: `${facts.unusual ? 'Unusual' : 'Large'} payment: ${amount}`,
    text: `${name}, ${day}.`,
  }),
  price_rose: ({ name, day, amount, before }) => ({
    title: `${name} costs more`,
    text: `${amount} since ${day}, ${before} before.`,
  }),
  bank_needs_owner: ({ name, day, facts }) => ({
    title: `${name || 'Your bank'} needs you`,
    text:
      facts.day === undefined
        ? 'The bank gives no data until somebody connects it again.'
        : `Its consent ends on ${day}. Renew it before, so that no payment is missing.`,
  }),
  backup_old: ({ days, facts }) => ({
    title: 'There is no recent backup',
    text:
      facts.days === undefined
        ? 'No backup has been written.'
        : `The last one is ${days} days old.`,
  }),
  sign_in: ({ browser, address }) => ({
    title: 'Sign-in from a new browser',
    text: `${browser ?? 'Unknown program'}, ${address}. If this was not you, change your password.`,
  }),
}

const es: Words = {
  bill_due: ({ name, day, amount }) => ({
    title: `${name} vence el ${day}`,
    text: `Hay que pagar ${amount}.`,
  }),
  bill_short: ({ name, day, amount, missing }) => ({
    title: `A ${name} le faltan ${missing}`,
    text: `El ${day} hay que pagar ${amount}.`,
  }),
  payday_ran: ({ day, amount, facts }) =>
    facts.status === 'continued'
      ? { title: 'El sueldo ha llegado', text: `Con él, el cobro del ${day} apartó ${amount}.` }
      : {
          title: 'Día de cobro',
          text:
            facts.status === 'waits'
              ? `El cobro del ${day} apartó ${amount}. El resto espera el ingreso.`
              : `El cobro del ${day} apartó ${amount}.`,
        },
  payday_late: ({ day }) => ({
    title: 'El sueldo no ha llegado',
    text: `El cobro del ${day} espera su ingreso.`,
  }),
  free_low: ({ amount, before }) => ({
    title: `Queda libre menos de ${before}`,
    text: `Quedan ${amount} libres para gastar.`,
  }),
  free_negative: ({ amount }) => ({
    title: 'El dinero libre está por debajo de cero',
    text: `Es de ${amount}: hay más apartado que dinero.`,
  }),
  large_payment: ({ name, day, amount, facts }) => ({
    title: `Pago ${facts.unusual ? 'inusual' : 'grande'}: ${amount}`,
    text: `${name}, ${day}.`,
  }),
  price_rose: ({ name, day, amount, before }) => ({
    title: `${name} cuesta más`,
    text: `${amount} desde el ${day}, antes ${before}.`,
  }),
  bank_needs_owner: ({ name, day, facts }) => ({
    title: `${name || 'Tu banco'} te necesita`,
    text:
      facts.day === undefined
        ? 'El banco no da datos hasta que alguien lo vuelva a conectar.'
        : `Su consentimiento termina el ${day}. Renuévalo antes, para que no falte ningún pago.`,
  }),
  backup_old: ({ days, facts }) => ({
    title: 'No hay una copia de seguridad reciente',
    text:
      facts.days === undefined
        ? 'No se ha escrito ninguna copia.'
        : `La última tiene ${days} días.`,
  }),
  sign_in: ({ browser, address }) => ({
    title: 'Acceso desde un navegador nuevo',
    text: `${browser ?? 'Programa desconocido'}, ${address}. Si no fuiste tú, cambia tu contraseña.`,
  }),
}

const de: Words = {
  bill_due: ({ name, day, amount }) => ({
    title: `${name} ist am ${day} fällig`,
    text: `${amount} sind zu zahlen.`,
  }),
  bill_short: ({ name, day, amount, missing }) => ({
    title: `Für ${name} fehlen ${missing}`,
    text: `Am ${day} sind ${amount} fällig.`,
  }),
  payday_ran: ({ day, amount, facts }) =>
    facts.status === 'continued'
      ? {
          title: 'Das Gehalt ist da',
          text: `Der Zahltag am ${day} hat damit ${amount} zurückgelegt.`,
        }
      : {
          title: 'Zahltag',
          text:
            facts.status === 'waits'
              ? `Der Zahltag am ${day} hat ${amount} zurückgelegt. Der Rest wartet auf die Einzahlung.`
              : `Der Zahltag am ${day} hat ${amount} zurückgelegt.`,
        },
  payday_late: ({ day }) => ({
    title: 'Das Gehalt ist nicht da',
    text: `Der Zahltag am ${day} wartet auf seine Einzahlung.`,
  }),
  free_low: ({ amount, before }) => ({
    title: `Weniger als ${before} sind frei`,
    text: `${amount} sind frei zum Ausgeben.`,
  }),
  free_negative: ({ amount }) => ({
    title: 'Das freie Geld ist unter null',
    text: `Es sind ${amount}: Mehr ist zurückgelegt, als da ist.`,
  }),
  large_payment: ({ name, day, amount, facts }) => ({
    title: `${facts.unusual ? 'Ungewöhnliche' : 'Große'} Zahlung: ${amount}`,
    text: `${name}, ${day}.`,
  }),
  price_rose: ({ name, day, amount, before }) => ({
    title: `${name} kostet mehr`,
    text: `${amount} seit ${day}, vorher ${before}.`,
  }),
  bank_needs_owner: ({ name, day, facts }) => ({
    title: `${name || 'Deine Bank'} braucht dich`,
    text:
      facts.day === undefined
        ? 'Die Bank gibt keine Daten, bis sie jemand neu verbindet.'
        : `Ihre Zustimmung endet am ${day}. Erneuere sie vorher, damit keine Zahlung fehlt.`,
  }),
  backup_old: ({ days, facts }) => ({
    title: 'Es gibt keine neue Sicherung',
    text:
      facts.days === undefined
        ? 'Es wurde noch keine geschrieben.'
        : `Die letzte ist ${days} Tage alt.`,
  }),
  sign_in: ({ browser, address }) => ({
    title: 'Anmeldung in einem neuen Browser',
    text: `${browser ?? 'Unbekanntes Programm'}, ${address}. Wenn du es nicht warst, ändere dein Passwort.`,
  }),
}

const words: Readonly<Record<LanguageTag, Words>> = { en, es, de }

const tests: Readonly<Record<LanguageTag, Message>> = {
  en: { title: 'Earmark', text: 'This is a test. Notices will arrive here.' },
  es: { title: 'Earmark', text: 'Esto es una prueba. Los avisos llegarán aquí.' },
  de: { title: 'Earmark', text: 'Das ist ein Test. Hinweise kommen hier an.' },
}

/** The message by which a member tries a way. */
export function sayTest(language: LanguageTag): Message {
  return tests[language]
}

/** Names the link from a mail to the page that shows more. */
export const SHOW: Readonly<Record<LanguageTag, string>> = {
  en: 'Show in Earmark',
  es: 'Ver en Earmark',
  de: 'In Earmark zeigen',
}

/** Names the link that ends a way by mail. */
export const UNSUBSCRIBE: Readonly<Record<LanguageTag, string>> = {
  en: 'Stop these mails',
  es: 'Parar estos correos',
  de: 'Diese Mails beenden',
}

/** Writes a fact in a language. */
export function sayFact(language: LanguageTag, kind: NoticeKind, facts: Facts): Message {
  const money = (cents: number | undefined) =>
    cents === undefined ? '' : writeMoney(language, cents, facts.currency ?? 'EUR')
  return words[language][kind]({
    name: onOneLine(facts.name ?? ''),
    day: facts.day === undefined ? '' : writeDay(language, facts.day),
    amount: money(facts.amount),
    before: money(facts.before),
    missing: money(facts.missing),
    days: String(facts.days ?? ''),
    address: onOneLine(facts.address ?? ''),
    browser: browserName(facts.agent ?? ''),
    facts,
  })
}

const DIGEST_TITLES: Readonly<Record<LanguageTag, (count: number) => string>> = {
  en: (count) => `Earmark: ${count} notices`,
  es: (count) => `Earmark: ${count} avisos`,
  de: (count) => `Earmark: ${count} Hinweise`,
}

/** The most notices that a digest writes out; the title counts all. */
const WRITTEN_MAX = 40

/** Writes several messages as one. */
export function sayTogether(language: LanguageTag, messages: readonly Message[]): Message {
  const [first] = messages
  if (first && messages.length === 1) return first
  const lines = messages.slice(0, WRITTEN_MAX).map(({ title, text }) => `${title}. ${text}`)
  if (messages.length > WRITTEN_MAX) lines.push('…')
  return { title: DIGEST_TITLES[language](messages.length), text: lines.join('\n') }
}

const NAME_MAX = 100

/** Names come from banks and people: control characters, and characters that reverse text, are dropped. */
function onOneLine(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  const letters = Array.from(plain)
  return letters.length <= NAME_MAX ? plain : `${letters.slice(0, NAME_MAX - 1).join('')}…`
}

function writeMoney(language: string, cents: number, currency: string): string {
  const digits = currencyDigits(currency)
  const form = { style: 'currency', currency, minimumFractionDigits: digits } as const
  return new Intl.NumberFormat(language, { ...form, maximumFractionDigits: digits }).format(
    cents / 10 ** digits,
  )
}

function writeDay(language: string, day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString(language, { day: 'numeric', month: 'long' })
}
