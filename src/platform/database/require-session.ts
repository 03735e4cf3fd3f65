import { sql } from 'kysely'
import { type Database, sessionSettings } from './database.ts'

type Setting = { readonly name: string; readonly setting: string }

/** The settings that must arrive: without these limits one stuck statement would hold up a household for ever. */
const limits = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
] as const satisfies readonly (keyof typeof sessionSettings)[]

/** The database is not as it must be, and only its operator can change that. */
export class SessionFault extends Error {
  override name = 'SessionFault'
}

/**
 * Makes sure that sessions have the settings that Earmark asks for. A pooler may drop them: PgBouncer does so with
 * `ignore_startup_parameters`, and refuses the connection without. Only looks.
 */
export async function requireSession(db: Database): Promise<void> {
  const { rows } = await sql<Setting & { role: string; database: string }>`
    select name, setting, current_user as role, current_database() as database from pg_settings
    where name = any(${['TimeZone', 'DateStyle', ...limits]}::text[])`.execute(db)
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  const texts = settings.get('TimeZone') === 'UTC' && settings.get('DateStyle')?.startsWith('ISO')
  if (!texts) {
    throw new SessionFault(
      `Sessions of the database have the time zone ${settings.get('TimeZone')} and the date style ` +
        `${settings.get('DateStyle')} instead of UTC and ISO. A pooler drops the parameters of the connection: ` +
        'remove timezone and datestyle from its ignore_startup_parameters.',
    )
  }
  const lost = limits.filter((name) => !isLimited(settings.get(name), sessionSettings[name]))
  if (lost.length === 0) return
  const { role, database } = rows[0]!
  const commands = Object.entries(sessionSettings).map(
    ([name, value]) =>
      `  alter role ${quoted(role)} in database ${quoted(database)} set ${name} = '${value}';`,
  )
  throw new SessionFault(
    `Sessions of the database have no ${lost.join(' and no ')}, because a pooler drops the options of the connection. ` +
      `Run these statements, and let the pooler connect again (PgBouncer: RECONNECT):\n${commands.join('\n')}`,
  )
}

/** True for a limit that is set, and not longer than ours. PostgreSQL says milliseconds. */
function isLimited(setting: string | undefined, ours: string): boolean {
  const milliseconds = Number(setting ?? 0)
  return milliseconds > 0 && milliseconds <= Number.parseInt(ours, 10) * 1000
}

function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}
