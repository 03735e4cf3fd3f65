import type { PersonRequest, PersonHandle } from '#/access/sessions/person-request.ts'
import type { factors } from './app-contract.ts'

/** `POST /passkeys/offer/decline` */
export const declinePasskeyOffer: PersonHandle<typeof factors.declinePasskeyOffer> = async (
  request,
) => {
  await endPasskeyOffer(request, request.session.personId)
  return { success: true }
}

/** Ends the offer of a passkey for good after a person has accepted or declined it, even if they remove the passkey later. */
export async function endPasskeyOffer(
  { db, now }: Pick<PersonRequest, 'db' | 'now'>,
  personId: string,
): Promise<void> {
  await db
    .updateTable('persons')
    .set({ passkey_offer_ended_at: now() })
    .where('id', '=', personId)
    .where('passkey_offer_ended_at', 'is', null)
    .execute()
}
