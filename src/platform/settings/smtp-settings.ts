import * as z from 'zod'
import { smtpSecurities, type SmtpSecurity } from '#/core/values/smtp-security.ts'
import { readSender } from '#/core/values/mail-address.ts'

/** A mail server, and in whose name mail is sent. */
export type MailServer = {
  readonly host: string
  readonly port: number
  readonly security: SmtpSecurity
  /** Null: the server wants no login. */
  readonly user: string | null
  readonly password: string | null
  /** `Earmark <budget@example.com>`, or an address alone. */
  readonly from: string
}

export const storedMailServer = z.object({
  host: z.string(),
  port: z.int(),
  security: z.enum(smtpSecurities),
  user: z.string().nullable(),
  password: z.string().nullable(),
  from: z.string(),
})

/** The variables of mail. */
const smtpNames = [
  'EARMARK_SMTP_URL',
  'EARMARK_SMTP_HOST',
  'EARMARK_SMTP_PORT',
  'EARMARK_SMTP_USER',
  'EARMARK_SMTP_PASSWORD',
  'EARMARK_SMTP_TLS',
  'EARMARK_MAIL_FROM',
] as const

type Name = (typeof smtpNames)[number]
type Given = Readonly<Record<string, string | undefined>>

const usualPorts = { tls: 465, starttls: 587, none: 25 } as const

/** Reads the mail server from the environment; null: none is set. A fault names a variable, and not its value. */
export function readSmtpSettings(given: Given): {
  readonly settings: MailServer | null
  readonly faults: readonly string[]
} {
  const of = (name: Name) => given[name] ?? ''
  const from = of('EARMARK_MAIL_FROM')
  const url = of('EARMARK_SMTP_URL')
  const parts = smtpNames.filter((name) => name.startsWith('EARMARK_SMTP_') && of(name) !== '')
  if (parts.length === 0) {
    return {
      settings: null,
      faults: from === '' ? [] : ['EARMARK_MAIL_FROM needs EARMARK_SMTP_HOST or EARMARK_SMTP_URL'],
    }
  }
  const faults: string[] = []
  const also = parts.filter((name) => name !== 'EARMARK_SMTP_URL' && name !== 'EARMARK_SMTP_TLS')
  if (url !== '' && also.length > 0)
    faults.push(`${also[0]} must not be set beside EARMARK_SMTP_URL`)
  const place = url === '' ? readParts(of) : readUrl(url)
  if (place === null) {
    faults.push(
      'EARMARK_SMTP_URL must be an address such as smtps://user:password@mail.example.com or smtp://mail.example.com:587',
    )
    return { settings: null, faults }
  }
  const wish = of('EARMARK_SMTP_TLS')
  const security = readSecurity(wish) ?? (place.port === 465 ? 'tls' : place.security)
  if (wish !== '' && readSecurity(wish) === null) {
    faults.push(`EARMARK_SMTP_TLS must be one of ${smtpSecurities.join(', ')}`)
  }
  const server = { ...place, security, port: place.port ?? usualPorts[security], from }
  if (from === '') faults.push('EARMARK_MAIL_FROM must be set, because every mail has a sender')
  for (const { field, needed } of judgeMailServer(server))
    faults.push(`${variables[field]} ${needed}`)
  return { settings: server, faults }
}

const variables = {
  host: 'EARMARK_SMTP_HOST',
  port: 'EARMARK_SMTP_PORT',
  security: 'EARMARK_SMTP_TLS',
  user: 'EARMARK_SMTP_USER',
  password: 'EARMARK_SMTP_PASSWORD',
  from: 'EARMARK_MAIL_FROM',
} as const satisfies Record<keyof MailServer, Name>

export type ServerFault = { readonly field: keyof MailServer; readonly needed: string }

/** Lists the faults of a mail server's settings, of the environment as of the page. */
export function judgeMailServer(server: MailServer): readonly ServerFault[] {
  const { host, port, security, user, password, from } = server
  const faults: ServerFault[] = []
  const wrong = (field: keyof MailServer, needed: string) => void faults.push({ field, needed })
  if (!isHost(host)) wrong('host', 'must be the name or the address of a mail server')
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    wrong('port', 'must be a port from 1 to 65535')
  if (user !== null && password === null) wrong('password', 'must be set together with the user')
  if (user === null && password !== null) wrong('user', 'must be set together with the password')
  if (password !== null && security === 'none') {
    wrong('security', 'must be tls or starttls where a password is sent')
  }
  if (from !== '' && readSender(from) === null) {
    wrong('from', 'must be an address such as budget@example.com or Earmark <budget@example.com>')
  }
  return faults
}

type Place = Omit<MailServer, 'from' | 'port'> & { readonly port: number | null }

function readParts(of: (name: Name) => string): Place {
  const port = of('EARMARK_SMTP_PORT')
  return {
    host: of('EARMARK_SMTP_HOST'),
    port: port === '' ? null : /^\d{1,5}$/.test(port) ? Number(port) : 0,
    security: 'starttls',
    user: of('EARMARK_SMTP_USER') || null,
    password: of('EARMARK_SMTP_PASSWORD') || null,
  }
}

function readUrl(text: string): Place | null {
  const url = URL.parse(text)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return null
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return null
  const [user, password] = [decode(url.username), decode(url.password)]
  if (user === null || password === null) return null
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? null : Number(url.port),
    security: url.protocol === 'smtps:' ? 'tls' : 'starttls',
    user: user || null,
    password: password || null,
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function readSecurity(text: string): SmtpSecurity | null {
  return smtpSecurities.find((one) => one === text) ?? null
}

function isHost(text: string): boolean {
  return text.length <= 253 && /^([a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?|[0-9a-f:.]+)$/i.test(text)
}
