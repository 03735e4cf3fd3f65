import { listIdentities } from '#/access/oidc/identities.ts'
import { requireOtherWay } from './ways-left.ts'
import { findSignInMethods } from './find-sign-in-methods.ts'
import { requireRoom } from '#/platform/contract/caps.ts'
import { Refusal, notFound } from '#/platform/contract/refusal.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { type Database, inTransaction } from '#/platform/database/database.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { PersonRequest, PersonHandle } from '#/access/sessions/person-request.ts'
import type { factors } from './app-contract.ts'
import { createChallenge, requireHost } from './passkey-challenge.ts'
import { ALGORITHMS, readNewPasskey } from './passkey-proof.ts'
import { endPasskeyOffer } from './passkey-offer.ts'
import { passkeysOn } from './passkey-host.ts'

const RECENT = ['id', 'name', 'host', 'synced', 'created_at', 'last_used_at'] as const

type Row = {
  readonly id: string
  readonly name: string
  readonly host: string
  readonly synced: boolean
  readonly created_at: Temporal.Instant
  readonly last_used_at: Temporal.Instant | null
}

/** `GET /security` */
export const showSecurity: PersonHandle<typeof factors.showSecurity> = async (request) => {
  const { db, session } = request
  const { personId } = session
  const methods = await findSignInMethods(db, personId)
  const passkeys = await db
    .selectFrom('passkeys')
    .select(RECENT)
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return {
    ...methods,
    passkeys: passkeys.map(toWire),
    passkeys_here: passkeysOn(request.client),
    identities: await listIdentities(request, personId),
    providers: request.oidc.providers.map(({ id, name }) => ({ id, name })),
    passwords: !request.oidc.only,
  }
}

/** `POST /passkeys/options` */
export const beginPasskey: PersonHandle<typeof factors.beginPasskey> = async (request) => {
  const { personId, isGuest } = request.session
  if (isGuest) throw new Refusal('guest_refused')
  const host = requireHost(request)
  // Check before a device creates a passkey that could not be stored.
  await requireRoomForPasskey(request.db, personId)
  const { email, name } = await request.db
    .selectFrom('persons')
    .select(['email', 'name'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const known = await request.db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('person_id', '=', personId)
    .where('host', '=', host)
    .execute()
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const challenge = await createChallenge(request, { purpose: 'register', personId })
  const options = await generateRegistrationOptions({
    rpName: 'Earmark',
    rpID: host,
    userID: Uint8Array.from(Buffer.from(personId.replaceAll('-', ''), 'hex')),
    userName: email ?? name,
    userDisplayName: name,
    challenge,
    attestationType: 'none',
    supportedAlgorithmIDs: [...ALGORITHMS],
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** `POST /passkeys` */
export const addPasskey: PersonHandle<typeof factors.addPasskey> = async (request, { body }) => {
  const { personId } = request.session
  const passkey = await readNewPasskey(request, personId, body.credential)
  const row = {
    id: request.newId(),
    person_id: personId,
    name: body.name,
    ...passkey,
    created_at: request.now(),
    last_used_at: null,
  }
  await inTransaction(request.db, async (db) => {
    // Lock the person until the passkey is stored, so that concurrent requests cannot exceed the cap.
    const person = db.selectFrom('persons').select('id').where('id', '=', personId)
    await person.forNoKeyUpdate().execute()
    await requireRoomForPasskey(db, personId)
    const stored = await db
      .insertInto('passkeys')
      .values(row)
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
    if (stored.numInsertedOrUpdatedRows === 0n) throw new Refusal('passkey_failed')
    await endPasskeyOffer({ ...request, db }, personId)
    await recordPersonEvent({ ...request, db }, personId, 'passkey.add')
  })
  return toWire(row)
}

async function requireRoomForPasskey(db: Database, personId: string): Promise<void> {
  const { count } = await db
    .selectFrom('passkeys')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  requireRoom('passkeys', count)
}

/** `PATCH /passkeys/{id}` */
export const renamePasskey: PersonHandle<typeof factors.renamePasskey> = async (
  request,
  { params, body },
) => {
  const { personId } = request.session
  const renamed = await request.db
    .updateTable('passkeys')
    .set({ name: body.name })
    .where('person_id', '=', personId)
    .where('id', '=', params.id)
    .returning(RECENT)
    .executeTakeFirst()
  if (!renamed) throw notFound('id')
  await recordPersonEvent(request, personId, 'passkey.rename')
  return toWire(renamed)
}

/** `DELETE /passkeys/{id}`. Refuses to remove the last way in. */
export const removePasskey: PersonHandle<typeof factors.removePasskey> = async (
  request,
  { params },
) => {
  const { personId } = request.session
  await inTransaction(request.db, async (db) => {
    await requireOtherWay({ ...request, db }, personId, { passkey: params.id })
    const removed = await db
      .deleteFrom('passkeys')
      .where('person_id', '=', personId)
      .where('id', '=', params.id)
      .executeTakeFirst()
    if (removed.numDeletedRows === 0n) throw notFound('id')
    await recordPersonEvent({ ...request, db }, personId, 'passkey.remove')
  })
  return { success: true }
}

/** `POST /sign-in/passkey/options` names no person, so the browser offers all its passkeys. */
export const beginPasskeySignIn: PersonHandle<typeof factors.beginPasskeySignIn> = (request) => {
  return showOptions(request, { purpose: 'sign_in', personId: null })
}

/** `POST /sudo/passkey/options` */
export const beginPasskeySudo: PersonHandle<typeof factors.beginPasskeySudo> = (request) => {
  return showOptions(request, { purpose: 'sudo', personId: request.session.personId })
}

async function showOptions(
  request: PersonRequest,
  asked: { purpose: 'sign_in' | 'sudo'; personId: string | null },
) {
  const host = requireHost(request)
  const known =
    asked.personId === null
      ? []
      : await request.db
          .selectFrom('passkeys')
          .select(['credential_id', 'transports'])
          .where('person_id', '=', asked.personId)
          .where('host', '=', host)
          .execute()
  const challenge = await createChallenge(request, asked)
  return {
    challenge: Buffer.from(challenge).toString('base64url'),
    rpId: host,
    userVerification: 'required',
    allowCredentials: known.map(({ credential_id: id, transports }) => {
      return { id, transports, type: 'public-key' }
    }),
  }
}

function toWire(row: Row) {
  const { id, name, host, synced, created_at: created, last_used_at: used } = row
  return {
    id,
    name,
    host,
    synced,
    created_at: writeInstant(created),
    last_used_at: used === null ? null : writeInstant(used),
  }
}
