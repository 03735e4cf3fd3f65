import type { access as english } from '../en/access.ts'
import type { Formats } from '../formats.ts'

export const access = ({ number, plural }: Formats): ReturnType<typeof english> => ({
  title: 'Zugriff',
  words: 'Alles, was in deinem Namen handeln kann. Widerrufe, was du nicht kennst.',
  revokeAll: 'Alles widerrufen',
  revokeAllTitle: 'Alles außer diesem Browser widerrufen?',
  revokeAllWords:
    'Andere Browser werden abgemeldet. Deine API-Schlüssel, Geräte, offenen Einladungen und Links zum Zurücksetzen gelten in keinem Haushalt mehr. Deine Authenticator-App bleibt an.',
  passkeysToo: 'Auch meine Passkeys entfernen',
  revoked: (count) =>
    count === 0
      ? 'Es gab nichts mehr zu widerrufen'
      : `${number(count)} ${plural(count, { one: 'Zugriff', other: 'Zugriffe' })} widerrufen`,
  browsers: 'Angemeldete Browser',
  known: 'Bekannte Browser',
  knownWords:
    'Hier hast du dich schon einmal angemeldet. Allein gewähren sie keinen Zugriff, aber hier kann dich niemand aussperren, der dein Passwort zu erraten versucht.',
  lastUsed: (moment) => `zuletzt angemeldet ${moment}`,
  forget: 'Vergessen',
  forgotten: 'Browser vergessen',
  proofs: 'So meldest du dich an',
  password: 'Passwort',
  on: 'An',
  off: 'Aus',
  passkeys: 'Passkeys',
  resetLinks: 'Offene Links zum Zurücksetzen',
  manage: 'Unter „Du“ verwalten',
  inHousehold: (name) => `Deine in ${name}`,
  nothing: 'Keine Schlüssel, Geräte oder Einladungen.',
  key: 'API-Schlüssel',
  keyWrites: 'API-Schlüssel (lesen und schreiben)',
  device: 'Gerät',
  feed: 'Kalenderadresse',
  feedRead: (moment: string) => `zuletzt gelesen ${moment}`,
  invitation: 'Einladung',
  anyone: 'alle mit dem Link',
  until: (moment) => `bis ${moment}`,
  used: (moment) => `zuletzt benutzt ${moment}`,
  neverUsed: 'nie benutzt',
  madeBy: (name) => `erstellt von ${name}`,
  of: (name) => `von ${name}`,
  operator: 'vom Betreiber',
  everybody: 'Alle in diesem Haushalt',
  everybodyWords: 'Du siehst das, weil dir der Haushalt gehört.',
  revokeHousehold: 'Alle widerrufen',
  revokeHouseholdTitle: 'Alle Schlüssel, Geräte und Einladungen dieses Haushalts widerrufen?',
  revokeHouseholdWords:
    'Sie gelten sofort für kein Mitglied mehr, auch für dich nicht. Niemand wird abgemeldet.',
  revoke: 'Widerrufen',
  revokeOne: (name) => `${name} widerrufen?`,
  revokeOneWords: 'Das gilt sofort und endgültig.',
  left: 'Bankverbindungen früherer Mitglieder',
  leftWords:
    'Frühere Mitglieder haben diese Banken verbunden. Sie werden weiter abgerufen, bis du sie trennst.',
  aBank: 'Eine Bank',
  disconnect: 'Trennen',
  disconnected: (name) => `${name} getrennt`,
  webhooks: 'Webhooks aller Mitglieder',
  webhooksWords:
    'Diese Server erfahren von neuen Umsätzen. Nur wer einen Webhook hinzugefügt hat, kann ihn fortsetzen.',
  pause: 'Pausieren',
  paused: 'Pausiert',
  running: 'An',
  lastDelivery: (moment) => `letzte Zustellung ${moment}`,
  neverDelivered: 'noch nichts gesendet',
})
