import { call } from '#web/calls/call.ts'
import type { Input, Told } from '#web/calls/operations.ts'

type Shown = NonNullable<Input<'POST /sign-in/passkey'>>['body']

/** Whether this browser could show a passkey to this page. */
export function canShowPasskey(): boolean {
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Signs in with a passkey of this device; null where the person has thought better of it. */
export async function signInWithPasskey(): Promise<Told<'POST /sign-in/passkey'> | null> {
  const options = await call('POST /sign-in/passkey/options', {})
  const credential = await navigator.credentials
    .get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      ),
    })
    .catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) return null
  // What the browser writes is checked by the server.
  const body = { credential: credential.toJSON() } as unknown as Shown
  return call('POST /sign-in/passkey', { body })
}
