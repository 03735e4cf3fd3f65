import type { Catalogue } from '../catalogue.ts'

export const proposals: Catalogue['proposals'] = {
  dismiss: (name) => `${name} nicht mehr vorschlagen`,
  dismissed: (name) => `${name} wird nicht mehr vorgeschlagen`,
  edit: {
    open: (name) => `${name} bearbeiten`,
    name: 'Name',
    amount: 'Betrag',
    due: 'Nächste Fälligkeit',
    next: 'Nächster Zahltag',
    kind: 'Art',
    kinds: {
      bill: 'Rechnung: zur Fälligkeit vollständig',
      envelope: 'Umschlag: an jedem Zahltag aufgefüllt',
    },
    refilled: 'an jedem Zahltag aufgefüllt',
    done: 'Fertig',
    reset: 'Vorschlag wiederherstellen',
  },
  bills: 'Regelmäßige Rechnungen',
  billsWords: 'In deinen Umsätzen gefunden. Wähle aus, wofür jeder Zahltag Geld zurücklegen soll.',
  payFirst:
    'Deine Umsätze zeigen regelmäßige Rechnungen. Lege deinen Zahltag an, und jeder legt Geld dafür zurück.',
  toPaydays: 'Zahltag anlegen',
  paydays: 'In deinen Umsätzen gefunden',
  paydaysWords: 'Diese Eingänge kommen regelmäßig. Ist dein Gehalt dabei?',
  another: 'Noch ein Eingang kommt regelmäßig. Gehört er auch zum Gehalt?',
}
