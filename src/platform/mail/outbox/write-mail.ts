import * as z from 'zod'
import { afterCommit } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** The sealed content of a row until a mail has ended. */
export const sealedMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
export type SealedMail = z.output<typeof sealedMail>

export type MailKind = 'invitation' | 'reset' | 'new_browser' | 'way'

type Writing = Pick<Runtime, 'db' | 'seal' | 'now' | 'newId' | 'bell'>

/** Queues a mail in the caller's transaction. Returns its id. */
export async function writeMail(
  context: Writing,
  { kind, mail, expiresAt }: { kind: MailKind; mail: SealedMail; expiresAt: Temporal.Instant },
): Promise<string> {
  return insert(context, { kind, state: 'queued', content: mail, expiresAt })
}

/** Queues a mail whose recipient a worker looks up (`people/mails/answer-asked.ts`). `content`: what it needs for that. */
export async function askForMail(
  context: Writing,
  { kind, content, expiresAt }: { kind: 'reset'; content: unknown; expiresAt: Temporal.Instant },
): Promise<string> {
  return insert(context, { kind, state: 'asked', content, expiresAt })
}

type Row = {
  readonly kind: MailKind
  readonly state: 'asked' | 'queued'
  readonly content: unknown
  readonly expiresAt: Temporal.Instant
}

async function insert(context: Writing, { kind, state, content, expiresAt }: Row): Promise<string> {
  const id = context.newId()
  const at = context.now()
  await context.db
    .insertInto('mails')
    .values({
      id,
      kind,
      state,
      content: sealContent(context, id, content),
      expires_at: expiresAt,
      attempts: 0,
      due_at: at,
      created_at: at,
    })
    .execute()
  afterCommit(context.db, () => context.bell.ring('mail'))
  return id
}

export function sealContent({ seal }: Pick<Runtime, 'seal'>, id: string, content: unknown): Buffer {
  return seal.seal(JSON.stringify(content), `mails.content:${id}`)
}

export function openContent({ seal }: Pick<Runtime, 'seal'>, id: string, sealed: Buffer): unknown {
  return JSON.parse(seal.open(sealed, `mails.content:${id}`))
}
