import { Hono, type Context } from 'hono'
import { OidcFailure } from '#/access/oidc/oidc-failure.ts'
import { readBytes } from '#/app/http/wire/json-body.ts'
import { endByProvider } from '#/people/single-sign-on/back-channel.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { OidcProvider } from '#/platform/settings/oidc-settings.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { createMinuteBudget } from '#/sources/plaid/minute-budget.ts'

const BODY_BYTES_MAX = 64 * 1024
/** Refused tokens of one address in a minute, after which it is ignored until the next minute. */
const REFUSED_MAX = 60
/** Lines of the log about refused tokens in a minute: strangers cause them at will. */
const LINES_MAX = 10
const RETRY_AFTER = 60

type Options = {
  readonly runtime: Runtime
  /** The address, or the network of the address, as it is stored and counted. */
  readonly addressOf: (c: Context) => string
  readonly wholeAddressOf: (c: Context) => string
}

/**
 * `POST /oidc/{provider}/logout`: a provider says that somebody has signed out there. 400 without a reason for everything
 * that is not a new logout token of that provider; the log has the reason.
 */
export function createProviderLogouts({ runtime, addressOf, wholeAddressOf }: Options): Hono {
  const refused = createMinuteBudget(runtime.now)
  const lines = createMinuteBudget(runtime.now)
  const app = new Hono()
  app.post('/:provider{[1-9]}/logout', async (c) => {
    c.header('Cache-Control', 'no-store')
    const provider = runtime.oidc.providers.find(({ id }) => id === c.req.param('provider'))
    if (!provider) return c.notFound()
    const address = addressOf(c)
    if (refused.isEmpty(address, REFUSED_MAX)) {
      return c.json({ error: 'temporarily_unavailable' }, 429, {
        'Retry-After': String(RETRY_AFTER),
      })
    }
    try {
      const token = await readToken(c)
      const client = { address, wholeAddress: wholeAddressOf(c), agent: provider.name }
      const sessions = await endByProvider(runtime, { provider, token, client })
      runtime.log('info', 'oidc.logout', { provider: provider.id, sessions })
      return c.body(null, 200)
    } catch (error) {
      if (!(error instanceof OidcFailure)) throw error
      refused.take(address, REFUSED_MAX)
      if (lines.take('', LINES_MAX)) logRefused(runtime, provider, error)
      return c.json({ error: 'invalid_request' }, 400)
    }
  })
  return app
}

/** Reads the one field of the form. Throws an OidcFailure. */
async function readToken(c: Context): Promise<string> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new OidcFailure('wrong_token', 'content-type')
  }
  const body = await readBytes(c.req.raw, BODY_BYTES_MAX).catch((error: unknown) => {
    if (error instanceof Refusal) throw new OidcFailure('wrong_token', 'size')
    throw error
  })
  const [token = '', ...others] = new URLSearchParams(body.toString('utf8')).getAll('logout_token')
  if (token === '' || others.length > 0) throw new OidcFailure('wrong_token', 'logout_token')
  return token
}

function logRefused(
  { log }: Pick<Runtime, 'log'>,
  { id }: OidcProvider,
  { fault: reason, detail }: OidcFailure,
): void {
  log('warn', 'oidc.logout_refused', { provider: id, reason, detail })
}
