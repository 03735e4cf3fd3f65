import { inTransaction } from '#/platform/database/database.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import { endWaysIn, findWaysIn } from '#/access/households/ways-in.ts'
import { recordInstanceEvent } from '#/access/sessions/record-event.ts'
import { OPERATOR } from '#/platform/audited/record-change.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { COMMAND_LINE, type EndedWays, revokeAll } from './revoke-all.ts'

export type EndedEverywhere = EndedWays & {
  readonly people: number
  /** The people and households whose credentials could not be ended, with the reason. */
  readonly failed: readonly { readonly id: string; readonly message: string }[]
}

/**
 * Ends every credential of this instance: those of each person, then what a household has besides (devices of the operator,
 * members without an account), then links. Each is a transaction of its own, so that a fault of one household does not keep
 * the credentials of others alive; called again, it ends what is left.
 */
export async function revokeEverybody(
  runtime: Runtime,
  { passkeys }: { readonly passkeys: boolean },
): Promise<EndedEverywhere> {
  const { db } = runtime
  await recordInstanceEvent(runtime, 'access.revoke_all', passkeys ? 'with passkeys' : '')
  const total = { ...nothing }
  const failed: { id: string; message: string }[] = []
  const attempt = async (id: string, end: () => Promise<Partial<EndedWays>>) => {
    try {
      const ended = await end()
      for (const name of names) total[name] += ended[name] ?? 0
    } catch (error) {
      failed.push({ id, message: error instanceof Error ? error.message : String(error) })
    }
  }
  const people = await db.selectFrom('persons').select('id').orderBy('id').execute()
  for (const { id: personId } of people) {
    await attempt(personId, () => revokePerson(runtime, { personId, passkeys }))
  }
  const households = await db.selectFrom('households').select('household_id').execute()
  for (const { household_id: id } of households) await attempt(id, () => endRest(runtime, id))
  // Setup links and links of demo households belong to nobody.
  const links = await db.deleteFrom('one_time_links').executeTakeFirst()
  await db.deleteFrom('passkey_challenges').execute()
  await db.deleteFrom('oidc_logins').execute()
  total.reset_links += Number(links.numDeletedRows)
  return { ...total, people: people.length, failed }
}

/** Ends every credential of a person, as the operator, in one transaction. */
export function revokePerson(
  runtime: Runtime,
  { personId, passkeys }: { readonly personId: string; readonly passkeys: boolean },
): Promise<EndedWays> {
  return inTransaction(runtime.db, (db) =>
    revokeAll(
      { ...runtime, db, client: COMMAND_LINE },
      { personId, except: null, passkeys, through: 'cli' },
    ),
  )
}

async function endRest(runtime: Runtime, householdId: string): Promise<Partial<EndedWays>> {
  return inTransaction(runtime.db, async (db) => {
    const within = { ...runtime, db }
    const sought = { householdId, memberId: null }
    const open = await findWaysIn(within, sought)
    if (Object.values(open).every((ways) => ways.length === 0)) return {}
    await beginWrite(within, householdId)
    const ways = await findWaysIn(within, sought)
    await endWaysIn(within, { householdId, author: OPERATOR, ways })
    return {
      keys: ways.keys.length,
      devices: ways.devices.length,
      feeds: ways.feeds.length,
      invitations: ways.invitations.length,
    }
  })
}

const nothing = {
  keys: 0,
  devices: 0,
  feeds: 0,
  invitations: 0,
  sessions: 0,
  known_browsers: 0,
  passkeys: 0,
  identities: 0,
  reset_links: 0,
}
const names = Object.keys(nothing) as (keyof typeof nothing)[]
