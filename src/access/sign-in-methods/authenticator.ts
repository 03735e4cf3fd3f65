import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { PersonRequest, PersonHandle } from '#/access/sessions/person-request.ts'
import type { factors } from './app-contract.ts'
import { authenticatorBinding, authenticatorUri, newSecret, stepOf } from './authenticator-code.ts'
import { digestRecoveryCode, makeRecoveryCodes } from './recovery-code.ts'
import { removeFactors } from './remove-factors.ts'
import { openSecret, useStep } from './second-factor.ts'

/** `POST /authenticator` replaces an authenticator that was never confirmed. */
export const beginAuthenticator: PersonHandle<typeof factors.beginAuthenticator> = async (
  request,
) => {
  const { personId } = request.session
  const { email } = await request.db
    .selectFrom('persons')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  if (email === null) throw new Refusal('guest_refused')
  const secret = newSecret(request.randomBytes)
  const sealed = request.seal.seal(secret, authenticatorBinding(personId))
  const stored = await request.db
    .insertInto('authenticators')
    .values({ person_id: personId, secret: sealed, last_step: 0, created_at: request.now() })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ secret: sealed, last_step: 0, created_at: request.now() })
        .where('authenticators.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  if (stored.numInsertedOrUpdatedRows === 0n) throw new Refusal('already_on')
  return { secret, uri: authenticatorUri(secret, email) }
}

/** `POST /authenticator/confirm`. From now on, signing in requires a code. */
export const confirmAuthenticator: PersonHandle<typeof factors.confirmAuthenticator> = async (
  request,
  { body },
) => {
  const { personId } = request.session
  return inTransaction(request.db, async (db) => {
    const within = { ...request, db }
    const found = await db
      .selectFrom('authenticators')
      .select(['secret', 'confirmed_at'])
      .where('person_id', '=', personId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw notFound('code')
    if (found.confirmed_at !== null) throw new Refusal('already_on')
    const secret = openSecret(request, personId, found.secret)
    const step = stepOf(secret, body.code, request.now())
    if (step === null || !(await useStep(within, personId, step))) {
      throw new Refusal('second_factor_failed')
    }
    await db
      .updateTable('authenticators')
      .set({ confirmed_at: request.now() })
      .where('person_id', '=', personId)
      .execute()
    await recordPersonEvent(within, personId, 'authenticator.add')
    return { recovery_codes: await replaceRecoveryCodes(within, personId) }
  })
}

/** `DELETE /authenticator`. Succeeds without an authenticator, too. */
export const removeAuthenticator: PersonHandle<typeof factors.removeAuthenticator> = async (
  request,
) => {
  const { personId } = request.session
  await inTransaction(request.db, async (db) => {
    await removeFactors({ db }, personId)
    await recordPersonEvent({ ...request, db }, personId, 'authenticator.remove')
  })
  return { success: true }
}

/** `POST /recovery-codes` */
export const renewRecoveryCodes: PersonHandle<typeof factors.renewRecoveryCodes> = async (
  request,
) => {
  const { personId } = request.session
  return inTransaction(request.db, async (db) => {
    const within = { ...request, db }
    const on = await db
      .selectFrom('authenticators')
      .select('person_id')
      .where('person_id', '=', personId)
      .where('confirmed_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!on) throw notFound('authenticator')
    await recordPersonEvent(within, personId, 'recovery_codes.renew')
    return { recovery_codes: await replaceRecoveryCodes(within, personId) }
  })
}

async function replaceRecoveryCodes(
  { db, randomBytes }: Pick<PersonRequest, 'db' | 'randomBytes'>,
  personId: string,
): Promise<string[]> {
  const codes = makeRecoveryCodes(randomBytes)
  await db.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ person_id: personId, digest: digestRecoveryCode(code) })))
    .execute()
  return [...codes]
}
