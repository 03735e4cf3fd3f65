import { call } from '#web/calls/call.ts'
import type { Input, Output } from '#web/calls/operations.ts'

type Options = Output<'POST /sign-in/passkey/options'>
type Shown = Input<'POST /sign-in/passkey'>['body']
type Made = Input<'POST /passkeys'>['body']['credential']

/** True if this browser can offer passkeys to this page. */
export function canShowPasskey(): boolean {
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Signs in with a passkey of this device; null if the person cancels. */
export async function signInWithPasskey(): Promise<Output<'POST /sign-in/passkey'> | null> {
  const body = await show(await call('POST /sign-in/passkey/options', {}))
  return body && call('POST /sign-in/passkey', { body })
}

/** Proves the person's identity with a passkey of this device; null if the person cancels. */
export async function proveWithPasskey(): Promise<Output<'POST /sudo/passkey'> | null> {
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
  // The server validates the credential.
  return { credential: credential.toJSON() } as unknown as Shown
}

/** Creates a passkey on this device; null if the person cancels. */
export async function makePasskey(options: Output<'POST /passkeys/options'>): Promise<Made | null> {
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
