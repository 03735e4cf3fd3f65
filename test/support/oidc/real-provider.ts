import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { Provider } from 'oidc-provider'

export const CLIENT = { id: 'earmark', secret: 'a secret of the client, for tests' }

/** A certified provider from the registry, on this machine, where people sign in by being named. */
export type RealProvider = {
  readonly issuer: string
  /** The account that signs in at the next login form. */
  readonly signInAs: (account: string, amr?: readonly string[]) => void
  /** True: the person presses Cancel at the next login form. */
  readonly cancel: () => void
  /** Login forms that were shown so far. */
  readonly forms: () => number
  /** Makes the instance at this address its client, from now on. */
  readonly register: (origin: string) => void
  /** False: it cuts every connection from now on. */
  readonly answers: (does: boolean) => void
}

type Options = {
  readonly redirectUris: readonly string[]
  readonly origin: string
}

/** Starts the provider; it is closed after the file's tests. All accounts have the same e-mail address. */
export async function startRealProvider(options?: Options): Promise<RealProvider> {
  const { Provider: RealOne, interactionPolicy } = await import('oidc-provider')
  let account = 'ada'
  let amr: readonly string[] = ['pwd']
  let cancels = false
  let forms = 0
  let isUp = true
  const handling: { provider: Provider | null } = { provider: null }
  const server = createServer((request, response) => {
    const { provider } = handling
    if (!isUp) return request.socket.destroy()
    if (provider === null) return response.end()
    if (!request.url!.startsWith('/interaction/')) return provider.callback()(request, response)
    forms += 1
    const result = cancels
      ? { error: 'access_denied', error_description: 'The person cancelled.' }
      : { select_account: {}, login: { accountId: account, amr: [...amr] } }
    cancels = false
    provider.interactionFinished(request, response, result).catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const serve = ({ redirectUris, origin }: Options) => {
    const policy = interactionPolicy.base()
    policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
    const settings = configure(redirectUris, origin)
    const { interactions } = settings
    handling.provider = new RealOne(issuer, {
      ...settings,
      interactions: { ...interactions, policy },
    })
  }
  if (options) serve(options)
  return {
    issuer,
    signInAs: (name, methods = ['pwd']) => {
      account = name
      amr = methods
    },
    cancel: () => {
      cancels = true
    },
    forms: () => forms,
    register: (origin) => serve({ redirectUris: [`${origin}/oidc/1`], origin }),
    answers: (does) => {
      isUp = does
      if (!does) server.closeAllConnections()
    },
  }
}

type Context = {
  readonly oidc: {
    readonly client: { readonly clientId: string }
    readonly session: { readonly accountId: string }
    readonly provider: Provider
  }
}

function configure(redirectUris: readonly string[], origin: string) {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [...redirectUris],
        post_logout_redirect_uris: [`${origin}/sign-in`],
        backchannel_logout_uri: `${origin}/oidc/1/logout`,
        backchannel_logout_session_required: true,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    pkce: { required: () => true },
    cookies: { keys: ['a key of the tests'] },
    conformIdTokenClaims: false,
    claims: {
      amr: null,
      openid: ['sub', 'amr'],
      profile: ['preferred_username'],
      email: ['email', 'email_verified'],
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      backchannelLogout: { enabled: true },
    },
    // Its own guard refuses addresses of this machine.
    fetch: (url: string, { dispatcher: _guard, ...init }: RequestInit & { dispatcher?: unknown }) =>
      fetch(url, init),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        preferred_username: id,
        email: 'ada@example.com',
        email_verified: true,
      }),
    }),
    // Everybody has agreed already.
    loadExistingGrant: async ({ oidc }: Context) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    renderError: (ctx: { body: string }, out: { error: string; error_description?: string }) => {
      ctx.body = `${out.error}: ${out.error_description ?? ''}`
    },
  }
}

/** A browser at a provider: it keeps cookies, and follows redirects until one leads back to the instance. */
export function startProviderBrowser(origin: string) {
  const cookies = new Map<string, string>()
  return {
    /** Returns the query with which the provider sends the browser back. */
    goTo: async (start: string): Promise<Record<string, string>> => {
      let url = start
      for (let hop = 0; hop < 10; hop += 1) {
        if (url.startsWith(origin)) return Object.fromEntries(new URL(url).searchParams)
        const response = await fetch(url, {
          redirect: 'manual',
          headers: {
            cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
          },
        })
        for (const set of response.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
          cookies.set(name!, value!)
        }
        const location = response.headers.get('location')
        if (location === null)
          throw new Error(`${url} answers ${response.status}: ${await response.text()}`)
        url = new URL(location, url).href
      }
      throw new Error('the provider redirects in circles')
    },
    cookies,
  }
}
