import type { LanguageTag } from '#/core/values/languages.ts'
import type { Letter } from '#/platform/mail/lay-out.ts'

/** Values of the mails of accounts. Names are on one line; `url` begins with the operator's address. */
type Invited = { readonly household: string; readonly inviter: string | null; readonly url: string }
type Reset = { readonly url: string }
type NewBrowser = {
  /** Its common name; null: unknown. A `User-Agent` is a text that a stranger may choose, so no mail repeats it. */
  readonly browser: string | null
  readonly address: string
  readonly at: string
  /** Null: the operator has set no address of this instance. */
  readonly url: string | null
}

type Words = {
  readonly invitation: (given: Invited) => Letter
  readonly reset: (given: Reset) => Letter
  readonly newBrowser: (given: NewBrowser) => Letter
  /** Confirms an address for notices. */
  readonly way: (given: Reset) => Letter
  readonly test: Letter
}

const en: Words = {
  invitation: ({ household, inviter, url }) => ({
    subject: `Invitation to ${household} in Earmark`,
    lines: [
      inviter === null
        ? `You are invited to the household ${household} in Earmark.`
        : `${inviter} invites you to the household ${household} in Earmark.`,
      'The link works once, for seven days. If you do not know what this is about, ignore this mail.',
    ],
    link: { label: 'Accept the invitation', url },
  }),
  reset: ({ url }) => ({
    subject: 'Set a new password for Earmark',
    lines: [
      'Somebody, probably you, asked for a new password for this address.',
      'The link works once, for one hour. If it was not you, ignore this mail: your password stays as it is.',
    ],
    link: { label: 'Set a new password', url },
  }),
  newBrowser: ({ browser, address, at, url }) => ({
    subject: 'New sign-in to Earmark',
    lines: [
      `Somebody signed in to your account with a browser that was not known before.\n${browser ?? 'An unknown program'}\n${address}\n${at}`,
      'If this was you, there is nothing to do. If not, set a new password, which signs out all other browsers.',
    ],
    ...(url !== null && { link: { label: 'Look at your browsers', url } }),
  }),
  way: ({ url }) => ({
    subject: 'Confirm this address for notices of Earmark',
    lines: [
      'Somebody asked Earmark to send notices to this address. Follow the link in a browser in which you are signed in.\nIf it was not you, ignore this mail: nothing more is sent.',
    ],
    link: { label: 'Get notices at this address', url },
  }),
  test: {
    subject: 'Earmark can send mail',
    lines: ['This is a test. Mail of this instance will look like this.'],
  },
}

const es: Words = {
  invitation: ({ household, inviter, url }) => ({
    subject: `Invitación a ${household} en Earmark`,
    lines: [
      inviter === null
        ? `Tienes una invitación al hogar ${household} en Earmark.`
        : `${inviter} te invita al hogar ${household} en Earmark.`,
      'El enlace funciona una vez, durante siete días. Si no sabes de qué se trata, ignora este correo.',
    ],
    link: { label: 'Aceptar la invitación', url },
  }),
  reset: ({ url }) => ({
    subject: 'Nueva contraseña para Earmark',
    lines: [
      'Alguien, probablemente tú, ha pedido una contraseña nueva para esta dirección.',
      'El enlace funciona una vez, durante una hora. Si no fuiste tú, ignora este correo: tu contraseña no cambia.',
    ],
    link: { label: 'Elegir una contraseña nueva', url },
  }),
  newBrowser: ({ browser, address, at, url }) => ({
    subject: 'Nuevo acceso a Earmark',
    lines: [
      `Alguien ha entrado en tu cuenta con un navegador que no se conocía.\n${browser ?? 'Un programa desconocido'}\n${address}\n${at}`,
      'Si fuiste tú, no hay nada que hacer. Si no, cambia la contraseña: así se cierran las sesiones de los demás navegadores.',
    ],
    ...(url !== null && { link: { label: 'Ver tus navegadores', url } }),
  }),
  way: ({ url }) => ({
    subject: 'Confirma esta dirección para los avisos de Earmark',
    lines: [
      'Alguien ha pedido a Earmark que envíe avisos a esta dirección. Abre el enlace en un navegador en el que hayas entrado.\nSi no fuiste tú, ignora este correo: no se enviará nada más.',
    ],
    link: { label: 'Recibir avisos en esta dirección', url },
  }),
  test: {
    subject: 'Earmark puede enviar correo',
    lines: ['Esto es una prueba. El correo de esta instancia será así.'],
  },
}

const de: Words = {
  invitation: ({ household, inviter, url }) => ({
    subject: `Einladung zu ${household} in Earmark`,
    lines: [
      inviter === null
        ? `Du bist zum Haushalt ${household} in Earmark eingeladen.`
        : `${inviter} lädt dich zum Haushalt ${household} in Earmark ein.`,
      'Der Link gilt einmal, sieben Tage lang. Wenn du nicht weißt, worum es geht, ignoriere diese Mail.',
    ],
    link: { label: 'Einladung annehmen', url },
  }),
  reset: ({ url }) => ({
    subject: 'Neues Passwort für Earmark',
    lines: [
      'Jemand, vermutlich du, hat für diese Adresse ein neues Passwort angefordert.',
      'Der Link gilt einmal, eine Stunde lang. Wenn du es nicht warst, ignoriere diese Mail: Dein Passwort bleibt, wie es ist.',
    ],
    link: { label: 'Neues Passwort festlegen', url },
  }),
  newBrowser: ({ browser, address, at, url }) => ({
    subject: 'Neue Anmeldung bei Earmark',
    lines: [
      `Jemand hat sich mit einem bisher unbekannten Browser bei deinem Konto angemeldet.\n${browser ?? 'Ein unbekanntes Programm'}\n${address}\n${at}`,
      'Wenn du es warst, ist nichts zu tun. Wenn nicht, lege ein neues Passwort fest: Das meldet alle anderen Browser ab.',
    ],
    ...(url !== null && { link: { label: 'Deine Browser ansehen', url } }),
  }),
  way: ({ url }) => ({
    subject: 'Bestätige diese Adresse für Hinweise von Earmark',
    lines: [
      'Jemand möchte Hinweise von Earmark an diese Adresse bekommen. Öffne den Link in einem Browser, in dem du angemeldet bist.\nWenn du es nicht warst, ignoriere diese Mail: Es kommt nichts weiter.',
    ],
    link: { label: 'Hinweise an diese Adresse senden', url },
  }),
  test: {
    subject: 'Earmark kann Mails senden',
    lines: ['Das ist ein Test. So kommen Mails dieser Instanz an.'],
  },
}

/** The mails of accounts in words. */
export const accountMails: Readonly<Record<LanguageTag, Words>> = { en, es, de }
