import { createSeal } from '#/platform/runtime/seal.ts'
import type { Database } from '#/platform/database/database.ts'
import { findMailServer } from '#/platform/mail/server.ts'
import { Unreadable } from '#/platform/runtime/seal.ts'
import type { Config } from '#/platform/runtime/config.ts'
import { type Check, fault, ok, skipped, warning } from './check.ts'

type Given = {
  readonly db: Database
  readonly now: () => Temporal.Instant
  readonly seal: ReturnType<typeof createSeal> | null
  readonly config: Config
}

/** Connects to the mail server and logs in; sends nothing. */
export async function checkMail({ db, now, seal, config }: Given): Promise<Check> {
  const found = await find({ db, seal, config })
  if (found === null) return skipped('mail', 'No mail server is set.')
  if (found === 'unreadable') return skipped('mail', 'The settings cannot be read.')
  const { tryServer } = await import('#/platform/mail/try-server.ts')
  const { failure } = await tryServer({ now }, found.server)
  if (failure !== null) {
    return fault(
      'mail',
      `${found.server.host}: ${failure.message}`,
      `Correct ${found.source === 'page' ? 'the page Mail in the settings' : 'EARMARK_SMTP_* in the environment'}; \`earmark mail test\` shows each step.`,
    )
  }
  if (config.publicUrl === null) {
    return warning(
      'mail',
      `${found.server.host} lets us in, but no links are mailed.`,
      'Set PUBLIC_URL, the address at which people reach this instance.',
    )
  }
  return ok('mail', `${found.server.host} lets us in.`)
}

async function find({ db, seal, config }: Omit<Given, 'now'>) {
  const mail = { server: config.mail, publicUrl: config.publicUrl }
  if (seal === null) {
    return mail.server && { server: mail.server, source: 'environment' as const }
  }
  try {
    return await findMailServer({ db, seal, mail })
  } catch (error) {
    // Other checks report the secret, and a database that is not migrated.
    if (error instanceof Unreadable || isMissingTable(error)) return 'unreadable'
    throw error
  }
}

function isMissingTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01'
}
