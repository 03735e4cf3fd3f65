import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { sealUrl } from '#/webhooks/webhook.ts'

/** The most URLs of one batch. */
const BATCH = 200

type Plain = { readonly household_id: string; readonly id: string; readonly url: string }

/**
 * Seals URLs that an earlier version stored in clear, and returns their number. Each is one small write that counts only
 * while the URL is still in clear, so a crash leaves whole rows, and any number of processes seal each URL once.
 */
export async function sealUrls({ db, seal }: Pick<Runtime, 'db' | 'seal'>): Promise<number> {
  const { rows } = await sql<Plain>`
    select household_id, id, url from webhooks where url is not null limit ${BATCH}`.execute(db)
  let sealed = 0
  for (const { household_id, id, url } of rows) {
    const { sealed_url, host } = sealUrl(seal, id, url)
    const { numAffectedRows } = await sql`
      update webhooks set url = null, sealed_url = ${sealed_url}, host = ${host}
      where household_id = ${household_id} and id = ${id} and url = ${url}`.execute(db)
    sealed += Number(numAffectedRows ?? 0n)
  }
  return sealed
}
