import type { firstSteps as english } from '../en/first-steps.ts'
import type { Formats } from '../formats.ts'

export const firstSteps = ({ number, plural }: Formats): ReturnType<typeof english> => {
  const dayOf = (date: number) => (date === 31 ? 'am letzten Tag' : `am ${number(date)}.`)
  return {
    title: 'Deine ersten Schritte',
    words: 'Beantworte ein paar Fragen und sieh, was du bedenkenlos ausgeben kannst.',
    dismiss: 'Diese Schritte ausblenden',
    done: 'Erledigt:',
    money: {
      title: 'Wo ist dein Geld?',
      bank: 'Bank verbinden',
      file: 'Datei importieren',
      hand: 'Konto von Hand anlegen',
      move: 'Aus einer anderen App umziehen',
      done: (count) => `${number(count)} ${plural(count, { one: 'Konto', other: 'Konten' })}`,
    },
    categories: {
      title: 'Zahlungen in Kategorien einordnen?',
      ready: 'Earmark verwendet die üblichen Kategorien. Du siehst nur die mit Zahlungen.',
      without: 'Ohne Kategorien beginnen',
      offer: 'Earmark kann deine Zahlungen in die üblichen Kategorien einordnen.',
      file: 'Zahlungen einordnen',
    },
    goOn: 'Weiter',
    spendable: {
      title: 'Von welchen Konten gibst du Geld aus?',
      words: 'Wähle die Konten ab, deren Geld du nicht anrühren möchtest.',
      inBank: (amount) => `${amount} auf der Bank`,
      save: 'Diese Konten verwenden',
    },
    pay: {
      title: 'Wann bekommst du dein Gehalt?',
      waiting: 'Earmark schlägt dein regelmäßiges Gehalt vor, sobald es deine Umsätze hat.',
      none: 'Noch kein regelmäßiger Eingang gefunden.',
      add: (name) => `Ja, ${name} hinzufügen`,
      other: 'Selbst eingeben',
      rhythm: ({ frequency, weekday, days }) => {
        if (frequency === 'weekly') return `Jede Woche am ${weekday}`
        if (frequency === 'biweekly') return `Alle zwei Wochen am ${weekday}`
        return `Jeden Monat ${days.map(dayOf).join(' und ')}`
      },
      exactly: (rhythm, amount) => `${rhythm}, ${amount}?`,
      about: (rhythm, amount) => `${rhythm}, etwa ${amount}?`,
      next: (name, day) => `${name} · nächster am ${day}`,
      added: (name) => `${name} hinzugefügt`,
    },
    bills: {
      title: 'Welche Rechnungen zahlst du regelmäßig?',
      waiting: 'Earmark schlägt deine regelmäßigen Rechnungen vor, sobald es deinen Zahltag kennt.',
      none: 'Noch keine regelmäßige Rechnung gefunden.',
      other: 'Selbst hinzufügen',
      skip: 'Überspringen, Betrag zeigen',
      taking: 'Wird zurückgelegt…',
      list: 'Regelmäßige Rechnungen',
      intervals: {
        '7d': 'jede Woche',
        '14d': 'alle zwei Wochen',
        '28d': 'alle vier Wochen',
        1: 'jeden Monat',
        2: 'alle zwei Monate',
        3: 'alle drei Monate',
        6: 'alle sechs Monate',
        12: 'jedes Jahr',
      },
      next: (interval, day) => `${interval} · nächste am ${day}`,
      about: (amount) => `etwa ${amount}`,
      now: (amount) => `${amount} werden sofort zurückgelegt.`,
      later: 'Ab jetzt legt jeder Zahltag Geld dafür zurück.',
      add: (count) =>
        `Für ${number(count)} ${plural(count, { one: 'Rechnung', other: 'Rechnungen' })} zurücklegen`,
      added: (count) =>
        `${number(count)} ${plural(count, { one: 'Rechnung', other: 'Rechnungen' })} in deinen Plan aufgenommen`,
    },
    closing: {
      title: (amount) => `Das ist dein Betrag: ${amount}`,
      free: 'Du kannst ihn ausgeben, ohne deine Rechnungen anzurühren.',
      daily: (amount, day) => `Er ist bis ${day} frei verfügbar: etwa ${amount} am Tag.`,
      aside: (amount) => `${amount} sind schon für deine Rechnungen zurückgelegt.`,
      next: (day, amount) => `Dein Zahltag am ${day} legt ganz von selbst ${amount} mehr zurück.`,
      done: 'Fertig',
      plan: 'Plan ansehen',
    },
  }
}
