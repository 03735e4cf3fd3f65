import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { Visit, Visited } from '#/access/sessions/visit.ts'
import type { factors } from './app-contract.ts'
import { authenticatorPlace, authenticatorUri, newSecret, stepOf } from './authenticator-code.ts'
import { digestRecoveryCode, makeRecoveryCodes } from './recovery-code.ts'
import { removeFactors } from './remove-factors.ts'
import { openSecret, useStep } from './second-factor.ts'

/** `POST /authenticator` replaces an authenticator that was never confirmed. */
export const beginAuthenticator: Visited<typeof factors.beginAuthenticator> = async (visit) => {
  const { personId } = visit.session
  const { email } = await visit.db
    .selectFrom('persons')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  if (email === null) throw new Refusal('guest_refused')
  const secret = newSecret(visit.randomBytes)
  const sealed = visit.seal.seal(secret, authenticatorPlace(personId))
  const stored = await visit.db
    .insertInto('authenticators')
    .values({ person_id: personId, secret: sealed, last_step: 0, created_at: visit.now() })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ secret: sealed, last_step: 0, created_at: visit.now() })
        .where('authenticators.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  if (stored.numInsertedOrUpdatedRows === 0n) throw new Refusal('already_on')
  return { secret, uri: authenticatorUri(secret, email) }
}

/** `POST /authenticator/confirm`. From now on, signing in requires a code. */
export const confirmAuthenticator: Visited<typeof factors.confirmAuthenticator> = async (
  visit,
  { body },
) => {
  const { personId } = visit.session
  return inTransaction(visit.db, async (db) => {
    const within = { ...visit, db }
    const found = await db
      .selectFrom('authenticators')
      .select(['secret', 'confirmed_at'])
      .where('person_id', '=', personId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw notFound('code')
    if (found.confirmed_at !== null) throw new Refusal('already_on')
    const secret = openSecret(visit, personId, found.secret)
    const step = stepOf(secret, body.code, visit.now())
    if (step === null || !(await useStep(within, personId, step))) {
      throw new Refusal('second_factor_failed')
    }
    await db
      .updateTable('authenticators')
      .set({ confirmed_at: visit.now() })
      .where('person_id', '=', personId)
      .execute()
    await recordPersonEvent(within, personId, 'authenticator.add')
    return { recovery_codes: await replaceRecoveryCodes(within, personId) }
  })
}

/** `DELETE /authenticator`. Succeeds without an authenticator, too. */
export const removeAuthenticator: Visited<typeof factors.removeAuthenticator> = async (visit) => {
  const { personId } = visit.session
  await inTransaction(visit.db, async (db) => {
    await removeFactors({ db }, personId)
    await recordPersonEvent({ ...visit, db }, personId, 'authenticator.remove')
  })
  return { success: true }
}

/** `POST /recovery-codes` */
export const renewRecoveryCodes: Visited<typeof factors.renewRecoveryCodes> = async (visit) => {
  const { personId } = visit.session
  return inTransaction(visit.db, async (db) => {
    const within = { ...visit, db }
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
  { db, randomBytes }: Pick<Visit, 'db' | 'randomBytes'>,
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
