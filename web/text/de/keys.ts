import type { keys as english } from '../en/keys.ts'
import type { Formats } from '../formats.ts'

export const keys = ({ number, plural }: Formats): ReturnType<typeof english> => ({
  restricted: 'Eingeschränkt',
  matrix: 'Dieser Schlüssel darf',
  levels: { none: 'Nichts', read: 'Lesen', write: 'Schreiben' },
  resource: 'Daten',
  resources: {
    accounts: 'Konten',
    transactions: 'Umsätze',
    expenses: 'Rücklagen',
    categories: 'Kategorien',
    funding_schedules: 'Zahltage',
    settings: 'Einstellungen',
    analytics: 'Auswertung',
    connections: 'Bankverbindungen',
    sync: 'Abrufe von Banken',
    webhooks: 'Webhooks',
  },
  webhooksNeed:
    'Webhooks senden Umsätze: Um einen anzulegen, muss ein Schlüssel diese auch lesen dürfen.',
  from: 'Nur von diesen Adressen',
  fromHint: 'Je Zeile ein Netz oder eine Adresse, etwa 203.0.113.0/24. Leer: von überall.',
  onlyFrom: (networks) => `nur von ${networks}`,
  edit: 'Bearbeiten',
  editTitle: (name) => `${name} bearbeiten`,
  save: 'Speichern',
  places: 'Verwendet von',
  noPlaces: 'Noch nirgends verwendet.',
  first: (moment) => `zuerst am ${moment}`,
  isNew: 'Neu',
  alert: (count) =>
    `Deine API-Schlüssel wurden von ${plural(count, { one: 'einem neuen Ort', other: `${number(count)} neuen Orten` })} aus verwendet. Warst du das nicht, widerrufe den Schlüssel.`,
  look: 'Schlüssel zeigen',
  dismiss: 'Das war ich',
  newFrom: (addresses) => `Neu: ${addresses}`,
})
