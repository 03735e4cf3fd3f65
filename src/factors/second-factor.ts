import { Refusal } from '#/contract/refusal.ts'
import { recordPersonEvent } from '#/sessions/record-event.ts'
import type { Visit } from '#/sessions/visit.ts'
import { authenticatorPlace, stepOf } from './authenticator-code.ts'
import { digestRecoveryCode, readRecoveryCode } from './recovery-code.ts'

/**
 * Returns where a person has no authenticator, or shows a code of it, or a recovery code, that has not been used yet; it
 * has been then. Throws `second_factor_required` without a code and `second_factor_failed` for a wrong one.
 */
export async function requireSecondFactor(
  visit: Visit,
  personId: string,
  code: string | undefined,
): Promise<void> {
  const authenticator = await visit.db
    .selectFrom('authenticators')
    .select('secret')
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!authenticator) return
  if (code === undefined) throw new Refusal('second_factor_required')
  const secret = visit.seal.open(authenticator.secret, authenticatorPlace(personId))
  const step = stepOf(secret, code, visit.now())
  const used =
    step === null
      ? await useRecoveryCode(visit, personId, code)
      : await useStep(visit, personId, step)
  if (!used) throw new Refusal('second_factor_failed')
}

/** A code of the authenticator works once, and none of an earlier step after it (RFC 6238, 5.2). */
export async function useStep(
  { db }: Pick<Visit, 'db'>,
  personId: string,
  step: number,
): Promise<boolean> {
  const used = await db
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('person_id', '=', personId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

async function useRecoveryCode(visit: Visit, personId: string, typed: string): Promise<boolean> {
  const code = readRecoveryCode(typed)
  if (code === null) return false
  const used = await visit.db
    .updateTable('recovery_codes')
    .set({ used_at: visit.now() })
    .where('person_id', '=', personId)
    .where('digest', '=', digestRecoveryCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n) return false
  await recordPersonEvent(visit, personId, 'recovery_code.use')
  return true
}
