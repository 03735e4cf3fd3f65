import { notFound } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { requireOtherWay } from '#/access/sign-in-methods/ways-left.ts'
import type { PersonHandle } from '#/access/sessions/person-request.ts'
import { type EventSource, recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { COMMAND_LINE } from '#/people/access/revoke-all.ts'
import type { singleSignOn } from './app-contract.ts'

/** `DELETE /identities/{id}`. Refuses to remove the last way in. */
export const unlinkProvider: PersonHandle<typeof singleSignOn.unlinkProvider> = async (
  request,
  { params },
) => {
  const { personId } = request.session
  await inTransaction(request.db, async (db) => {
    const within = { ...request, db }
    await requireOtherWay(within, personId, { identity: params.id })
    if (!(await remove(within, personId, params.id))) throw notFound('id')
  })
  return { success: true }
}

type Unlinking = Pick<Runtime, 'db' | 'now' | 'newId' | 'log'>

/** Unlinks an identity as the operator, even the last way in: a reset link lets the person in again. */
export function unlinkAsOperator(
  runtime: Unlinking,
  { personId, identityId }: { readonly personId: string; readonly identityId: string },
): Promise<boolean> {
  return inTransaction(runtime.db, (db) =>
    remove({ ...runtime, db, client: COMMAND_LINE }, personId, identityId),
  )
}

async function remove(
  within: Unlinking & { readonly client: EventSource },
  personId: string,
  id: string,
): Promise<boolean> {
  const removed = await within.db
    .deleteFrom('oidc_identities')
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) return false
  await recordPersonEvent(within, personId, 'identity.unlink')
  return true
}
