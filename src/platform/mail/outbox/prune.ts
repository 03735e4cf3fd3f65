import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Days for which ended mails are kept. Their text is gone at once. */
const KEPT_DAYS = 90
const BATCH = 1000

/** Deletes a batch of mails that ended long ago, and returns their number. */
export async function pruneMails({ db, now }: Runtime): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mails where id in (
      select id from mails where ended_at < ${now().subtract({ hours: KEPT_DAYS * 24 })}
      limit ${BATCH})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
