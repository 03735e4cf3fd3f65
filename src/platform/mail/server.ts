import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type MailServer, storedMailServer } from '#/platform/settings/smtp-settings.ts'

type Context = Pick<Runtime, 'db' | 'seal' | 'mail'>

const NAME = 'smtp'
const BINDING = `mail_settings.server:${NAME}` as const

/** The mail server of this instance, and where it is set. */
export type FoundServer = {
  readonly server: MailServer
  readonly source: 'environment' | 'page'
}

/** Finds the mail server: that of the environment, else that of the page; null: the instance sends no mail. */
export async function findMailServer({ db, seal, mail }: Context): Promise<FoundServer | null> {
  if (mail.server !== null) return { server: mail.server, source: 'environment' }
  const row = await db
    .selectFrom('mail_settings')
    .select('server')
    .where('name', '=', NAME)
    .executeTakeFirst()
  if (!row) return null
  const server = storedMailServer.parse(JSON.parse(seal.open(row.server, BINDING)))
  return { server, source: 'page' }
}

/** True if a mail server is set. Opens no seal. */
export async function hasMailServer({ db, mail }: Pick<Context, 'db' | 'mail'>): Promise<boolean> {
  if (mail.server !== null) return true
  const { rows } = await sql<{ any: boolean }>`
    select exists (select 1 from mail_settings) as any`.execute(db)
  return rows[0]!.any
}

/** True if mails with links can be sent: there is a server, and the operator says how people reach this instance. */
export async function canMailLinks(context: Pick<Context, 'db' | 'mail'>): Promise<boolean> {
  return context.mail.publicUrl !== null && (await hasMailServer(context))
}

export async function storeMailServer(
  { db, seal, now }: Pick<Runtime, 'db' | 'seal' | 'now'>,
  server: MailServer,
): Promise<void> {
  const set = { server: seal.seal(JSON.stringify(server), BINDING), updated_at: now() }
  await db
    .insertInto('mail_settings')
    .values({ name: NAME, ...set })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(set))
    .execute()
}

export async function forgetMailServer({ db }: Pick<Runtime, 'db'>): Promise<void> {
  await db.deleteFrom('mail_settings').where('name', '=', NAME).execute()
}
