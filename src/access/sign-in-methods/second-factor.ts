import { Refusal } from '#/platform/contract/refusal.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { PersonRequest } from '#/access/sessions/person-request.ts'
import { Unreadable } from '#/platform/runtime/seal.ts'
import { authenticatorBinding, stepOf } from './authenticator-code.ts'
import { digestRecoveryCode, readRecoveryCode } from './recovery-code.ts'

/**
 * Requires a second factor if the person has an authenticator: an unused code of it, or an unused recovery code, which is
 * then used up. Throws `second_factor_required` without a code, `second_factor_failed` for a wrong one, and
 * `second_factor_unreadable` if the lost master secret makes the check impossible; recovery codes still work then.
 */
export async function requireSecondFactor(
  request: PersonRequest,
  personId: string,
  code: string | undefined,
): Promise<void> {
  const authenticator = await request.db
    .selectFrom('authenticators')
    .select('secret')
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!authenticator) return
  if (code === undefined) throw new Refusal('second_factor_required')
  if (await useRecoveryCode(request, personId, code)) return
  const step = stepOf(openSecret(request, personId, authenticator.secret), code, request.now())
  if (step === null || !(await useStep(request, personId, step))) {
    throw new Refusal('second_factor_failed')
  }
}

/** Decrypts the secret of an authenticator. Throws `second_factor_unreadable`, and logs it for the operator. */
export function openSecret(
  { seal, log }: Pick<PersonRequest, 'seal' | 'log'>,
  personId: string,
  sealed: Buffer,
): string {
  try {
    return seal.open(sealed, authenticatorBinding(personId))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    log('error', 'authenticator.unreadable', { person_id: personId, reason: error.message })
    throw new Refusal('second_factor_unreadable', { cause: error })
  }
}

/** Uses a step up: a code works once, and codes of earlier steps no longer work (RFC 6238, 5.2). */
export async function useStep(
  { db }: Pick<PersonRequest, 'db'>,
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

async function useRecoveryCode(
  request: PersonRequest,
  personId: string,
  typed: string,
): Promise<boolean> {
  const code = readRecoveryCode(typed)
  if (code === null) return false
  const used = await request.db
    .updateTable('recovery_codes')
    .set({ used_at: request.now() })
    .where('person_id', '=', personId)
    .where('digest', '=', digestRecoveryCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n) return false
  await recordPersonEvent(request, personId, 'recovery_code.use')
  return true
}
