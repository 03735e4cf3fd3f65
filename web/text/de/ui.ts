import type { Catalogue } from '../catalogue.ts'

export const ui: Catalogue['ui'] = {
  retry: 'Noch einmal versuchen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  save: 'Speichern',
  add: 'Hinzufügen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  secretLost:
    'Es wurde erstellt, aber das Geheimnis ging unterwegs verloren und wird nicht noch einmal angezeigt. Erstelle ein neues.',
  remove: 'Entfernen',
  loadMore: 'Mehr anzeigen',
  undo: 'Rückgängig',
  undone: 'Rückgängig gemacht',
  redone: 'Wiederholt',
  nothingFound: 'Nichts gefunden',
  moneyOut: 'Ausgang',
  moneyIn: 'Eingang',
  none: 'Keine',
  amountFaults: {
    malformed: 'Das sieht nicht nach einem Betrag aus.',
    too_large: 'Dieser Betrag ist zu groß.',
  },
}
