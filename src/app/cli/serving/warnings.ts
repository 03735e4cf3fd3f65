import type { Config } from '#/platform/runtime/config.ts'

type Warning = { readonly event: string; readonly facts: Readonly<Record<string, unknown>> }

/** Warns of settings with consequences, each in a line of the log at the start. */
export function warningsOf({ allowCidrs, publicUrl, trustedProxies }: Config): readonly Warning[] {
  const warnings: Warning[] = []
  if (allowCidrs.length > 0) {
    warnings.push({ event: 'private_destinations_allowed', facts: { cidrs: allowCidrs } })
  }
  // Earmark does not speak https itself, so a proxy must stand in front.
  if (publicUrl?.startsWith('https:') && trustedProxies.length === 0) {
    warnings.push({ event: 'no_trusted_proxies', facts: { consequence: NO_TRUSTED_PROXIES } })
  }
  return warnings
}

const NO_TRUSTED_PROXIES =
  'EARMARK_TRUSTED_PROXIES names no proxy, so everybody who comes through one counts as one caller. Set it to the address of ' +
  'the proxy that speaks https for PUBLIC_URL.'
