import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Removes the authenticator and recovery codes of a person who has lost them. Passkeys stay. */
export async function removeFactors({ db }: Pick<Runtime, 'db'>, personId: string): Promise<void> {
  await db.deleteFrom('authenticators').where('person_id', '=', personId).execute()
  await db.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
}
