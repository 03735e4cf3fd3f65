import { createOutbound } from '#/platform/outbound/outbound.ts'
import { type Config, ownOrigins } from '#/platform/runtime/config.ts'
import { enableBankingOf } from '#/platform/runtime/enable-banking-of.ts'
import { showApplication } from '#/sources/enable-banking/consent.ts'
import { EnableBankingFailure } from '#/sources/enable-banking/failure.ts'
import { ProviderFailure } from '#/sources/provider/provider.ts'
import { type Check, fault, ok, warning } from './check.ts'

/** Asks Enable Banking how it knows this instance. It asks no bank, so it costs no visit. Empty unless it is set up. */
export async function checkEnableBanking(
  config: Config,
  now: () => Temporal.Instant,
): Promise<readonly Check[]> {
  const access = enableBankingOf(config)
  if (access === null) return []
  const outbound = createOutbound({
    allowCidrs: config.allowCidrs,
    ownOrigins: ownOrigins(config),
  })
  try {
    const known = await showApplication(access, { outbound, now })
    if (!known.active) {
      return [
        warning(
          'providers',
          'Enable Banking has not activated the application of this Earmark.',
          'Link your own accounts to the application there.',
        ),
      ]
    }
    if (!known.redirect_urls.includes(access.returnUrl)) {
      return [
        fault(
          'providers',
          `Enable Banking leads nobody back to ${access.returnUrl}.`,
          'Register this redirect URL at the application there, or correct PUBLIC_URL.',
        ),
      ]
    }
    return [ok('providers', 'Enable Banking answers, and leads back here.')]
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return [judgeFailure(error)]
  } finally {
    await outbound.close()
  }
}

function judgeFailure(error: ProviderFailure): Check {
  if (error instanceof EnableBankingFailure && error.kind === 'refused') {
    return fault(
      'providers',
      'Enable Banking does not accept the key of this Earmark.',
      'Correct EARMARK_ENABLEBANKING_APPLICATION_ID and EARMARK_ENABLEBANKING_KEY: they belong to one application.',
    )
  }
  return warning(
    'providers',
    `Enable Banking: ${error.message}`,
    'Try again later, as imports do; or correct EARMARK_ENABLEBANKING_URL, or name its address in EARMARK_ALLOW_CIDRS.',
  )
}
