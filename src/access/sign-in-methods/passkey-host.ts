/** Says if a browser can use passkeys here, or the reason why not. */
export type Passkeys = 'available' | 'needs_https' | 'needs_name'

/** Browsers offer passkeys over https and on localhost, and only for a host name (Web Authentication, 5.1.2 and 5.1.3). */
export function passkeysOn(client: { readonly host: string; readonly secure: boolean }): Passkeys {
  const host = passkeyHost(client)
  if (/^[\d.]+$/.test(host) || host.startsWith('[')) return 'needs_name'
  if (client.secure || host === 'localhost' || host.endsWith('.localhost')) return 'available'
  return 'needs_https'
}

/** Returns the name that a passkey is bound to: the host without its port. */
export function passkeyHost({ host }: { readonly host: string }): string {
  return host.replace(/:\d+$/, '')
}
