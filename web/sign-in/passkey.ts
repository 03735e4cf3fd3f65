import { call } from '#web/calls/call.ts'
import type { Input, Told } from '#web/calls/operations.ts'

type Options = Told<'POST /sign-in/passkey/options'>
type Shown = Input<'POST /sign-in/passkey'>['body']
type Made = Input<'POST /passkeys'>['body']['credential']

/** Whether this browser could show a passkey to this page. */
export function canShowPasskey(): boolean {
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Signs in with a passkey of this device; null where the person has thought better of it. */
export async function signInWithPasskey(): Promise<Told<'POST /sign-in/passkey'> | null> {
  const body = await show(await call('POST /sign-in/passkey/options', {}))
  return body && call('POST /sign-in/passkey', { body })
}

/** Proves who one is with a passkey of this device; null where the person has thought better of it. */
export async function proveWithPasskey(): Promise<Told<'POST /sudo/passkey'> | null> {
  const body = await show(await call('POST /sudo/passkey/options', {}))
  return body && call('POST /sudo/passkey', { body })
}

async function show(options: Options): Promise<Shown | null> {
  const credential = await navigator.credentials
    .get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      ),
    })
    .catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) return null
  // What the browser writes is checked by the server.
  return { credential: credential.toJSON() } as unknown as Shown
}

/** Has this device make a passkey; null where the person has thought better of it. */
export async function makePasskey(options: Told<'POST /passkeys/options'>): Promise<Made | null> {
  const credential = await navigator.credentials
    .create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as unknown as PublicKeyCredentialCreationOptionsJSON,
      ),
    })
    .catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) return null
  return credential.toJSON() as unknown as Made
}
