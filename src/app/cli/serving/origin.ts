import type { Config } from '#/platform/runtime/config.ts'

/** Makes the address by which a person on this machine reaches the instance, without a slash at the end. */
export function originOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>) {
  if (publicUrl !== null) return publicUrl
  // Passkeys work on the name `localhost`, not on an IP address.
  const reached = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}
