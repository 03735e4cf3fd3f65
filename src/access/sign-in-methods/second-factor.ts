import { Refusal } from '#/platform/contract/refusal.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { Visit } from '#/access/sessions/visit.ts'
import { Unreadable } from '#/platform/runtime/seal.ts'
import { authenticatorPlace, stepOf } from './authenticator-code.ts'
import { digestRecoveryCode, readRecoveryCode } from './recovery-code.ts'

/**
 * Requires a second factor if the person has an authenticator: an unused code of it, or an unused recovery code, which is
 * then used up. Throws `second_factor_required` without a code, `second_factor_failed` for a wrong one, and
 * `second_factor_unreadable` if the lost master secret makes the check impossible; recovery codes still work then.
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
  if (await useRecoveryCode(visit, personId, code)) return
  const step = stepOf(openSecret(visit, personId, authenticator.secret), code, visit.now())
  if (step === null || !(await useStep(visit, personId, step))) {
    throw new Refusal('second_factor_failed')
  }
}

/** Decrypts the secret of an authenticator. Throws `second_factor_unreadable`, and logs it for the operator. */
export function openSecret(
  { seal, log }: Pick<Visit, 'seal' | 'log'>,
  personId: string,
  sealed: Buffer,
): string {
  try {
    return seal.open(sealed, authenticatorPlace(personId))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    log('error', 'authenticator.unreadable', { person_id: personId, reason: error.message })
    throw new Refusal('second_factor_unreadable', { cause: error })
  }
}

/** Uses a step up: a code works once, and codes of earlier steps no longer work (RFC 6238, 5.2). */
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
