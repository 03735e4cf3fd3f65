import type { Words } from '../en/providers.ts'

export const providers: Words = {
  continueWith: (name) => `Weiter mit ${name}`,
  link: (name) => `${name} verknüpfen`,
  working: 'Du wirst angemeldet…',
  failed: 'Du bist nicht angemeldet',
  back: 'Zurück',
  otherAccount: 'Anderes Konto verwenden',
  code: 'Mit deinem Code bestätigen',
  continue: 'Weiter',
  closeWindow: 'Fertig. Du kannst dieses Fenster schließen.',
  logins: 'Anmeldungen',
  loginsWords: 'Melde dich über einen Anbieter an, den du auch sonst nutzt.',
  none: 'Noch ist keine verknüpft.',
  linked: 'Anmeldung verknüpft',
  unlinked: 'Anmeldung gelöst',
  unlink: 'Lösen',
  unlinkTitle: (name) => `${name} lösen?`,
  unlinkWords: 'Du kannst dich damit nicht mehr anmelden.',
  gone: 'hier nicht mehr verfügbar',
  prove: (name) => `${name} verwenden`,
}
