import { join, resolve } from 'node:path'
import * as z from 'zod'
import { faultOfAddress } from '#/platform/database/read-address.ts'
import { type ApiLimits, specified } from '#/platform/settings/api-limits.ts'
import { parseAllowList } from '#/platform/outbound/public-address.ts'
import {
  enableBankingFaults,
  enableBankingSettings,
  isPrivateKey,
} from '#/platform/settings/enable-banking.ts'
import { type Level, levels } from '#/platform/logging/log-lines.ts'
import {
  oidcSecretNames,
  type OidcSettings,
  readOidcSettings,
} from '#/platform/settings/oidc-settings.ts'
import { type MailServer, readSmtpSettings } from '#/platform/settings/smtp-settings.ts'
import { readSecretFiles } from '#/platform/settings/secret-files.ts'

/** The operator's settings (`docs/operating.md` lists them). */
export type Config = {
  readonly port: number
  readonly host: string
  /** Null: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | null
  readonly dataFolder: string
  /** The folder of PostgreSQL's programs that run the embedded database; null: those of this package. */
  readonly postgresPrograms: string | null
  /** Null: generated once into the data folder. */
  readonly secret: string | null
  /** Former master secrets: they decrypt old values, and encrypt nothing. */
  readonly previousSecrets: readonly string[]
  /** Seals backups; null: none is set. */
  readonly backupPassphrase: string | null
  readonly allowCidrs: readonly string[]
  /** Webhooks must be https, except to `allowCidrs`. */
  readonly webhooksHttpsOnly: boolean
  /** Where the clock starts; null: now. */
  readonly now: Temporal.Instant | null
  /** The address at which people reach the instance, without a trailing slash; null: the one that it listens on. */
  readonly publicUrl: string | null
  /** Addresses and ranges of the proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: readonly string[]
  /** Requests of the API on the plan of an instance of one's own; the specification's unless the operator raises them. */
  readonly apiLimits: ApiLimits
  /** Seconds for which browsers must use https (`Strict-Transport-Security`); 0: the header is not sent. */
  readonly hstsSeconds: number
  /** How the log is written. `format` null: text on a terminal, else JSON. */
  readonly log: { readonly format: 'json' | 'text' | null; readonly level: Level }
  /** The readers of `GET /metrics`; nobody if both are unset. */
  readonly metrics: { readonly token: string | null; readonly cidrs: readonly string[] }
  readonly backups: BackupSettings
  /** The providers by which people may sign in. */
  readonly oidc: OidcSettings
  /** The mail server of the environment; null: operators may set one on the page. */
  readonly mail: MailServer | null
  /** Null: Plaid is not offered. */
  readonly plaid: {
    readonly url: string
    readonly clientId: string
    readonly secret: string
  } | null
  /** Null: Enable Banking is not offered. */
  readonly enableBanking: {
    readonly url: string
    readonly applicationId: string
    /** PEM */
    readonly key: string
  } | null
}

export type BackupSettings = {
  /** The folder of the automatic backups; null: none are written. */
  readonly folder: string | null
  /** Seals them; null: everybody who may read the files reads everything. */
  readonly passphrase: string | null
  /** One is written before a migration changes the database. */
  readonly beforeMigration: boolean
}

/** An optional text that `isRight` accepts. `needed` ends a sentence about the variable. */
function optional(isRight: (text: string) => boolean, needed: string) {
  return z.string().refine((text) => text === '' || isRight(text), needed)
}

/** A limit that the operator may raise, and not lower, because clients rely on the specification's number. */
function raised(specification: number) {
  return optional(
    (text) => /^\d{1,7}$/.test(text) && Number(text) >= specification,
    `must be a whole number from ${specification} to 9999999`,
  )
}

/** Marks a secret, which may also be in a file: `NAME_FILE` names it. */
function secret<T extends z.ZodType>(field: T): T {
  return field.meta({ secret: true })
}

/** The fewest characters of a passphrase that seals a backup. */
export const PASSPHRASE_MIN = 12

const schema = z.object({
  PORT: z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
      error: 'must be a port, a whole number from 0 to 65535',
    })
    .transform(Number),
  HOST: z.string(),
  DATABASE_URL: secret(
    z.string().superRefine((text, context) => {
      const message = text === '' ? null : faultOfAddress(text)
      if (message !== null) context.addIssue({ code: 'custom', message })
    }),
  ),
  EARMARK_DATA: z.string(),
  EARMARK_POSTGRES_PROGRAMS: z.string(),
  EARMARK_SECRET: secret(optional((text) => text.length >= 16, 'must have at least 16 characters')),
  EARMARK_SECRET_PREVIOUS: secret(z.string()),
  EARMARK_BACKUP_PASSPHRASE: secret(
    optional(
      (text) => text.length >= PASSPHRASE_MIN,
      `must have at least ${PASSPHRASE_MIN} characters`,
    ),
  ),
  EARMARK_ALLOW_CIDRS: optional(
    isAddressList,
    'must be ranges of addresses such as 10.0.0.0/8 or fd00::/8, with commas between them',
  ),
  EARMARK_WEBHOOK_HTTPS_ONLY: optional((text) => /^[01]$/.test(text), 'must be 1 or 0'),
  EARMARK_NOW: optional(isInstant, 'must be a moment such as 2026-11-20T09:00:00Z'),
  LOG_FORMAT: z.enum(['', 'json', 'text'], { error: 'must be json or text' }),
  LOG_LEVEL: z.enum(levels, { error: `must be one of ${levels.join(', ')}` }),
  EARMARK_METRICS_TOKEN: secret(
    optional(
      (text) => /^[\x21-\x7e]{16,}$/.test(text),
      'must have at least 16 characters, without blanks',
    ),
  ),
  EARMARK_METRICS_CIDRS: optional(
    isAddressList,
    'must be addresses and ranges of addresses such as 10.0.0.7 or 10.0.0.0/8, with commas between them',
  ),
  EARMARK_BACKUP_FOLDER: z.string(),
  EARMARK_BACKUP_UNSEALED: optional((text) => /^[01]$/.test(text), 'must be 1 or 0'),
  EARMARK_BACKUP_BEFORE_MIGRATION: optional((text) => /^[01]$/.test(text), 'must be 1 or 0'),
  EARMARK_PLAID_URL: optional(
    isWebAddress,
    'must be an address such as https://production.plaid.com',
  ),
  EARMARK_PLAID_CLIENT_ID: z.string(),
  EARMARK_PLAID_SECRET: secret(z.string()),
  EARMARK_OIDC_ONLY: optional((text) => /^[01]$/.test(text), 'must be 1 or 0'),
  EARMARK_OIDC_AUTO_REDIRECT: optional((text) => /^[01]$/.test(text), 'must be 1 or 0'),
  EARMARK_SMTP_URL: secret(z.string()),
  EARMARK_SMTP_HOST: z.string(),
  EARMARK_SMTP_PORT: z.string(),
  EARMARK_SMTP_USER: z.string(),
  EARMARK_SMTP_PASSWORD: secret(z.string()),
  EARMARK_SMTP_TLS: z.string(),
  EARMARK_MAIL_FROM: z.string(),
  EARMARK_ENABLEBANKING_URL: optional(
    isWebAddress,
    'must be an address such as https://api.enablebanking.com',
  ),
  EARMARK_ENABLEBANKING_APPLICATION_ID: optional(
    (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
    'must be the id of an application, such as aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
  ),
  EARMARK_ENABLEBANKING_KEY: secret(
    optional(isPrivateKey, 'must be the private RSA key of the application (PEM)'),
  ),
  EARMARK_API_LIMIT_MINUTE: raised(specified.minute),
  EARMARK_API_LIMIT_HOUR: raised(specified.hour),
  PUBLIC_URL: optional(isWebAddress, 'must be an address such as https://budget.example.com'),
  EARMARK_TRUSTED_PROXIES: optional(
    isAddressList,
    'must be addresses and ranges of addresses such as 127.0.0.1 or 172.16.0.0/12, with commas between them',
  ),
  EARMARK_HSTS_SECONDS: optional(
    (text) => /^\d{1,9}$/.test(text),
    'must be a number of seconds such as 31536000, or 0',
  ),
})

/** Lists the variables whose value may also be in a file that `NAME_FILE` names. */
export const secretNames = Object.entries(schema.shape)
  .filter(([, field]) => field.meta()?.['secret'] === true)
  .map(([name]) => name)

/** Reads the words of each line, and the line itself, because a secret may contain blanks. */
function readFormerSecrets(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return [...new Set(lines.flatMap((line) => [line, ...line.trim().split(/\s+/)]))]
}

/**
 * Reads the environment, and the files that it names for secrets. Throws one error that names each wrong variable and what it must be. The error does not contain
 * values, because they may be secrets.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const files = readSecretFiles(env, [...secretNames, ...oidcSecretNames])
  const all: Readonly<Record<string, string | undefined>> = {
    ...defaults(),
    ...set(env),
    ...files.values,
  }
  const given = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, all[name] ?? '']))
  const read = z.safeParse(schema, given)
  const faults = [
    ...files.faults,
    ...(read.success ? [] : read.error.issues).map(
      (issue) => `${String(issue.path[0])} ${issue.message}`,
    ),
  ]
  if (given['EARMARK_NOW'] && env['NODE_ENV'] === 'production') {
    faults.push('EARMARK_NOW must not be set if NODE_ENV is production')
  }
  if (Number(given['EARMARK_HSTS_SECONDS']) > 0 && !given['PUBLIC_URL']?.startsWith('https:')) {
    faults.push('EARMARK_HSTS_SECONDS needs a PUBLIC_URL that begins with https://')
  }
  const oidc = readOidcSettings(all)
  const mail = readSmtpSettings(all)
  faults.push(
    ...backupFaults(given),
    ...enableBankingFaults(given),
    ...oidc.faults,
    ...mail.faults,
    ...plaidFaults(given),
  )
  if (!read.success || faults.length > 0) {
    throw new Error(
      `The environment is not valid.\n${faults.map((fault) => `  ${fault}.`).join('\n')}`,
    )
  }
  const values = read.data
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL || null,
    dataFolder: resolve(values.EARMARK_DATA),
    postgresPrograms: values.EARMARK_POSTGRES_PROGRAMS || null,
    secret: values.EARMARK_SECRET || null,
    previousSecrets: readFormerSecrets(values.EARMARK_SECRET_PREVIOUS),
    backupPassphrase: values.EARMARK_BACKUP_PASSPHRASE || null,
    allowCidrs: listOf(values.EARMARK_ALLOW_CIDRS),
    webhooksHttpsOnly: values.EARMARK_WEBHOOK_HTTPS_ONLY === '1',
    now: values.EARMARK_NOW ? Temporal.Instant.from(values.EARMARK_NOW) : null,
    publicUrl: values.PUBLIC_URL.replace(/(?<!\/)\/+$/, '') || null,
    trustedProxies: listOf(values.EARMARK_TRUSTED_PROXIES),
    apiLimits: {
      minute: Number(values.EARMARK_API_LIMIT_MINUTE || specified.minute),
      hour: Number(values.EARMARK_API_LIMIT_HOUR || specified.hour),
    },
    hstsSeconds: Number(values.EARMARK_HSTS_SECONDS),
    log: { format: values.LOG_FORMAT || null, level: values.LOG_LEVEL },
    metrics: metricsSettings(values),
    backups: backupSettings(values),
    oidc: oidc.settings,
    mail: mail.settings,
    plaid: values.EARMARK_PLAID_URL
      ? {
          url: values.EARMARK_PLAID_URL,
          clientId: values.EARMARK_PLAID_CLIENT_ID,
          secret: values.EARMARK_PLAID_SECRET,
        }
      : null,
    enableBanking: enableBankingSettings(values),
  }
}

function plaidFaults(given: Readonly<Record<string, string>>): readonly string[] {
  const missing = plaidNames.filter((name) => !given[name])
  if (missing.length === plaidNames.length) return []
  return missing.map(
    (name) => `${name} must be set together with the other variables of Plaid, or none of them`,
  )
}

const NO_BACKUPS = 'off'

/**
 * Files in the data folder may lie open, because the database lies open beside them. A folder elsewhere takes sealed files,
 * unless the operator refuses that in so many words.
 */
function backupFaults(given: Readonly<Record<string, string>>): readonly string[] {
  const { EARMARK_BACKUP_FOLDER, EARMARK_BACKUP_PASSPHRASE, EARMARK_BACKUP_UNSEALED } = given
  const isUnsealed = EARMARK_BACKUP_UNSEALED === '1'
  if (isUnsealed && EARMARK_BACKUP_PASSPHRASE) {
    return ['EARMARK_BACKUP_UNSEALED and EARMARK_BACKUP_PASSPHRASE must not both be set']
  }
  const isElsewhere = EARMARK_BACKUP_FOLDER !== '' && EARMARK_BACKUP_FOLDER !== NO_BACKUPS
  if (!isElsewhere || isUnsealed || EARMARK_BACKUP_PASSPHRASE || given['EARMARK_SECRET']) return []
  return [
    'EARMARK_BACKUP_FOLDER needs EARMARK_BACKUP_PASSPHRASE, or EARMARK_BACKUP_UNSEALED=1 if everybody who may read the files may read everything',
  ]
}

function backupSettings(values: z.output<typeof schema>): BackupSettings {
  const { EARMARK_BACKUP_FOLDER: folder, EARMARK_BACKUP_PASSPHRASE: passphrase } = values
  // The operator's own PostgreSQL may lie anywhere, and has an administrator who decides.
  const usual = values.DATABASE_URL === '' ? join(resolve(values.EARMARK_DATA), 'backups') : null
  const isUnsealed = values.EARMARK_BACKUP_UNSEALED === '1'
  return {
    folder: folder === NO_BACKUPS ? null : folder === '' ? usual : resolve(folder),
    // A backup contains the master secret, which must not lie open because it was kept out of the data folder.
    passphrase: isUnsealed ? null : passphrase || values.EARMARK_SECRET || null,
    beforeMigration: values.EARMARK_BACKUP_BEFORE_MIGRATION !== '0',
  }
}

/** Leaves out empty variables: they count as not set. */
function set(env: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}

const plaidNames = ['EARMARK_PLAID_URL', 'EARMARK_PLAID_CLIENT_ID', 'EARMARK_PLAID_SECRET']

/** Returns the origins of this instance, as far as the settings say. */
export function ownOrigins({ publicUrl, host, port }: Config): readonly string[] {
  const listening = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const origins = publicUrl === null ? [listening] : [publicUrl, listening]
  return origins.filter((origin) => URL.canParse(origin))
}

function defaults() {
  return {
    PORT: '3000',
    HOST: '127.0.0.1',
    EARMARK_DATA: defaultDataFolder(),
    LOG_LEVEL: 'info',
  }
}

function metricsSettings(values: z.output<typeof schema>): Config['metrics'] {
  const { EARMARK_METRICS_TOKEN: token, EARMARK_METRICS_CIDRS: cidrs } = values
  return { token: token || null, cidrs: listOf(cidrs) }
}

function defaultDataFolder(): string {
  return process.getuid?.() === 0 ? '/var/lib/earmark' : './data'
}

/** Splits a list at commas and blanks. */
function listOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '')
}

function isAddressList(text: string): boolean {
  try {
    parseAllowList(text)
    return true
  } catch {
    return false
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function isInstant(text: string): boolean {
  try {
    Temporal.Instant.from(text)
    return true
  } catch {
    return false
  }
}
