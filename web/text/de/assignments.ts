import type { assignments as english } from '../en/assignments.ts'
import type { Formats } from '../formats.ts'

export const assignments = ({ number, plural }: Formats): ReturnType<typeof english> => {
  const payments = (count: number) =>
    `${number(count)} ${plural(count, { one: 'Zahlung', other: 'Zahlungen' })}`
  return {
    title: 'Aus einer Rücklage bezahlt?',
    notice: (count) =>
      `${number(count)} ${plural(count, { one: 'Zahlung gehört', other: 'Zahlungen gehören' })} vielleicht zu einer Rücklage.`,
    look: 'Prüfen',
    words: 'J für Ja, N für Nein. Die Pfeiltasten wechseln zwischen Zahlungen.',
    yesKey: 'j',
    none: 'Alle Zahlungen sind beantwortet.',
    list: 'Zu prüfende Zahlungen',
    question: (concept, expense) => `${concept}: aus ${expense} bezahlt?`,
    from: (expense) => `Aus ${expense} bezahlt?`,
    yes: 'Ja',
    no: 'Nein',
    accepted: (concept, expense) => `${concept} ist aus ${expense} bezahlt`,
    dismissed: (concept, expense) => `${concept} ist nicht aus ${expense} bezahlt`,
    answered: 'Das hat schon jemand beantwortet. Die Liste ist aktuell.',
    reasons: {
      rule: 'eine deiner Regeln sagt es',
      choices: (count) =>
        count === 1
          ? 'du hast es letztes Mal gewählt'
          : `du hast es die letzten ${number(count)} Male gewählt`,
      proposal: 'sie ist aus diesen Zahlungen entstanden',
      name: 'beide heißen gleich',
      amount: 'Betrag und Datum passen',
      refund: 'es ist eine Erstattung für eine Zahlung daraus',
      card: 'es bezahlt diese Karte',
    },
    because: (reason) => `Denn ${reason}.`,
    rose: (from, to) => `Der Preis stieg von ${from} auf ${to}.`,
    fell: (from, to) => `Der Preis fiel von ${from} auf ${to}.`,
    paidFrom: (expense) => `Aus ${expense} bezahlt`,
    undo: 'Rückgängig',
    undoOf: (concept, expense) => `Rückgängig: ${concept} aus ${expense} bezahlt`,
    undone: (concept) => `${concept} ist aus frei verfügbarem Geld bezahlt`,
    past: {
      title: 'Bezahlt, bevor etwas zurückgelegt war',
      words: (count, expense) =>
        `${payments(count)} von ${expense} ${plural(count, { one: 'wurde', other: 'wurden' })} schon aus frei verfügbarem Geld bezahlt.`,
      returns: (amount, expense) => `${expense} enthält dafür noch ${amount}.`,
      history: 'Das Verknüpfen verschiebt kein Geld. Earmark lernt den Empfänger.',
      accept: (expense) => `Mit ${expense} verknüpfen`,
      leave: 'So lassen',
      allWords: (count) =>
        `${number(count)} Zahlungen wurden schon aus frei verfügbarem Geld bezahlt.`,
      allReturns: (amount) => `Dafür sind noch ${amount} zurückgelegt.`,
      count: payments,
      acceptAll: 'Alle verknüpfen',
      leaveAll: 'Alle so lassen',
      acceptedAll: (count) => `${payments(count)} verknüpft`,
      leftAll: (count) =>
        `${number(count)} ${plural(count, { one: 'Zahlung bleibt, wie sie ist', other: 'Zahlungen bleiben, wie sie sind' })}`,
      show: 'Zahlungen anzeigen',
      accepted: (count, expense) => `${payments(count)} mit ${expense} verknüpft`,
      left: (expense) => `Die Zahlungen von ${expense} bleiben, wie sie sind`,
    },
  }
}
