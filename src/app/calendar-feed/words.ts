import type { LanguageTag } from '#/core/values/languages.ts'

/** The words of a calendar's events. Amounts come written. */
export type FeedWords = {
  readonly due: (name: string, amount: string | null) => string
  readonly paid: (name: string, amount: string | null) => string
  readonly short: (amount: string | null) => string
  readonly states: Readonly<Record<'funded' | 'on_the_way' | 'short', string>>
  readonly heldOf: (held: string, payment: string) => string
  readonly payday: (setsAside: string | null) => string
  readonly ran: (setAside: string | null) => string
  readonly deposit: (amount: string) => string
  readonly into: string
  readonly more: (count: number) => string
  readonly freeAfter: (amount: string) => string
  readonly low: (amount: string | null) => string
  readonly below: (amount: string | null) => string
  readonly lowMeaning: string
}

const after = (amount: string | null) => (amount === null ? '' : ` · ${amount}`)

/** One for each language of the application. */
export const feedWords: Readonly<Record<LanguageTag, FeedWords>> = {
  en: {
    due: (name, amount) => `${name}${after(amount)}`,
    paid: (name, amount) => `${name}${after(amount)} · paid`,
    short: (amount) => (amount === null ? 'short' : `${amount} short`),
    states: {
      funded: 'The money is set aside.',
      on_the_way: 'Paydays before it will set the rest aside.',
      short: 'Not enough will be set aside.',
    },
    heldOf: (held, payment) => `Set aside: ${held} of ${payment}`,
    payday: (amount) => (amount === null ? 'Payday' : `Payday · sets aside ${amount}`),
    ran: (amount) => (amount === null ? 'Payday' : `Payday · set aside ${amount}`),
    deposit: (amount) => `Expected pay: ${amount}`,
    into: 'Set aside for:',
    more: (count) => `and ${count} more`,
    freeAfter: (amount) => `Free to spend afterwards: ${amount}`,
    low: (amount) => `Low point of free to spend${after(amount)}`,
    below: (amount) => `Free to spend below zero${after(amount)}`,
    lowMeaning: 'The least of the month, if you spend nothing that is not planned.',
  },
  es: {
    due: (name, amount) => `${name}${after(amount)}`,
    paid: (name, amount) => `${name}${after(amount)} · pagado`,
    short: (amount) => (amount === null ? 'falta dinero' : `faltan ${amount}`),
    states: {
      funded: 'El dinero está apartado.',
      on_the_way: 'Las próximas nóminas apartarán el resto.',
      short: 'No se apartará lo suficiente.',
    },
    heldOf: (held, payment) => `Apartado: ${held} de ${payment}`,
    payday: (amount) => (amount === null ? 'Día de cobro' : `Día de cobro · aparta ${amount}`),
    ran: (amount) => (amount === null ? 'Día de cobro' : `Día de cobro · apartó ${amount}`),
    deposit: (amount) => `Ingreso previsto: ${amount}`,
    into: 'Aparta para:',
    more: (count) => `y ${count} más`,
    freeAfter: (amount) => `Libre para gastar después: ${amount}`,
    low: (amount) => `Punto más bajo de lo libre${after(amount)}`,
    below: (amount) => `Libre para gastar bajo cero${after(amount)}`,
    lowMeaning: 'Lo mínimo del mes si no gastas nada fuera de lo previsto.',
  },
  de: {
    due: (name, amount) => `${name}${after(amount)}`,
    paid: (name, amount) => `${name}${after(amount)} · bezahlt`,
    short: (amount) => (amount === null ? 'nicht gedeckt' : `es fehlen ${amount}`),
    states: {
      funded: 'Das Geld liegt bereit.',
      on_the_way: 'Die Zahltage davor legen den Rest zurück.',
      short: 'Es wird nicht genug zurückgelegt.',
    },
    heldOf: (held, payment) => `Zurückgelegt: ${held} von ${payment}`,
    payday: (amount) => (amount === null ? 'Zahltag' : `Zahltag · legt ${amount} zurück`),
    ran: (amount) => (amount === null ? 'Zahltag' : `Zahltag · ${amount} zurückgelegt`),
    deposit: (amount) => `Erwarteter Eingang: ${amount}`,
    into: 'Zurückgelegt für:',
    more: (count) => `und ${count} weitere`,
    freeAfter: (amount) => `Danach frei: ${amount}`,
    low: (amount) => `Tiefpunkt des freien Geldes${after(amount)}`,
    below: (amount) => `Freies Geld unter null${after(amount)}`,
    lowMeaning: 'Der niedrigste Stand des Monats, wenn nichts Ungeplantes ausgegeben wird.',
  },
}
