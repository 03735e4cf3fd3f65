import { sql } from 'kysely'
import { MailFailure } from '#/platform/mail/failure.ts'
import { findMailServer, type FoundServer } from '#/platform/mail/server.ts'
import type { Patience } from '#/platform/mail/conversation.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type ClaimedMail, claimMails } from './claim-mails.ts'
import { openContent, sealedMail } from './write-mail.ts'

/** Mails that one process sends at the same time. */
const CONCURRENCY = 4
/** Greylisting servers take a mail after minutes; the delay doubles up to an hour until the mail expires. */
const FIRST_SECONDS = 60
const CAP_SECONDS = 3600

type End = {
  readonly state: 'sent' | 'failed' | 'unsure' | 'cancelled'
  readonly reason: string | null
}
type Outcome = End | { readonly state: 'queued'; readonly reason: string }

/** Sends the mails that are due, and returns their number. A worker calls it until it returns 0. */
export async function deliverDueMails(runtime: Runtime, patience?: Patience): Promise<number> {
  const claimed = await claimMails(runtime, CONCURRENCY)
  if (claimed.length === 0) return 0
  const found = await findMailServer(runtime)
  await Promise.all(
    claimed.map(async (mail) => {
      await record(runtime, mail, await attempt(runtime, mail, { found, patience }))
    }),
  )
  return claimed.length
}

type With = { readonly found: FoundServer | null; readonly patience: Patience | undefined }

async function attempt(
  runtime: Runtime,
  { id, owner, content, allowed, handed_over }: ClaimedMail,
  { found, patience }: With,
): Promise<Outcome> {
  if (handed_over) return { state: 'unsure', reason: UNSURE }
  if (!allowed) return { state: 'cancelled', reason: null }
  if (!found) return { state: 'queued', reason: 'No mail server is set.' }
  try {
    const mail = { id, ...sealedMail.parse(openContent(runtime, id, content)) }
    const beforeHandOver = () => noteHandOver(runtime, { id, owner })
    const { sendMail } = await import('#/platform/mail/send-mail.ts')
    await sendMail(runtime, mail, {
      server: found.server,
      beforeHandOver,
      ...(patience && { patience }),
    })
    return { state: 'sent', reason: null }
  } catch (error) {
    if (!(error instanceof MailFailure)) {
      runtime.log('error', 'mail.fault', { mail_id: id, error })
      return { state: 'queued', reason: 'Something failed on the server.' }
    }
    const { kind, step, fault, message } = error
    runtime.log('warn', 'mail.failed', { mail_id: id, outcome: kind, step, fault })
    return { state: states[kind], reason: message }
  }
}

const UNSURE = 'The process ended while the mail server had the mail. It may have been delivered.'
const states = { refused: 'failed', later: 'queued', unsure: 'unsure' } as const

/** Throws if another process holds the mail now: then the text is not handed over. */
async function noteHandOver(
  { db, now }: Runtime,
  { id, owner }: Pick<ClaimedMail, 'id' | 'owner'>,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update mails set handed_over_at = ${now()}
    where id = ${id} and lease_owner = ${owner} and state = 'queued'`.execute(db)
  if (numAffectedRows !== 1n) throw new Error('another process holds this mail')
}

/** Stores the outcome, if this process still holds the mail. A mail that has ended loses its text. */
async function record(runtime: Runtime, mail: ClaimedMail, outcome: Outcome): Promise<void> {
  const now = runtime.now()
  const attempts = mail.attempts + 1
  const again = outcome.state === 'queued'
  const seconds = Math.min(CAP_SECONDS, FIRST_SECONDS * 2 ** Math.min(attempts - 1, 6))
  await sql`
    update mails m set state = ${outcome.state}, attempts = ${attempts}, reason = ${outcome.reason},
      lease_owner = null, lease_until = null, handed_over_at = case when ${again} then null else handed_over_at end,
      due_at = ${again ? now.add({ seconds }) : sql`m.due_at`},
      content = case when ${again} then m.content end, ended_at = ${again ? null : now}
    where m.id = ${mail.id} and m.lease_owner = ${mail.owner} and m.state = 'queued'`.execute(
    runtime.db,
  )
}
