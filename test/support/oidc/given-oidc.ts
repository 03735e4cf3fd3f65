import { createOutbound } from '#/platform/outbound/outbound.ts'
import type { OidcProvider, OidcSettings } from '#/platform/settings/oidc-settings.ts'
import { after } from 'node:test'
import { startBrowser, type Browser } from '../browser.ts'
import type { Who } from '../given-account.ts'
import type { Product } from '../product.ts'
import { CLIENT, startProviderBrowser } from './real-provider.ts'

export const ORIGIN = 'http://localhost:3000'

/** Settings of a provider. */
export function providerAt(issuer: string, more: Partial<OidcProvider> = {}): OidcProvider {
  return {
    id: '1',
    issuer: new URL(issuer).href,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    name: 'Home',
    scopes: 'openid profile email',
    tokenAuth: null,
    trustsMfa: false,
    ...more,
  }
}

export function settingsOf(
  providers: readonly OidcProvider[],
  more: Partial<OidcSettings> = {},
): OidcSettings {
  return { providers, only: false, autoRedirect: false, ...more }
}

/** Requests that may reach providers on this machine, through the guard. */
export function givenOutbound() {
  const outbound = createOutbound({ allowCidrs: '127.0.0.0/8' })
  after(() => outbound.close())
  return outbound
}

export type Finished = {
  readonly outcome: string
  readonly session: Who
  readonly error: { readonly code: string }
}

/** A browser that can sign in through a provider. */
export type OidcBrowser = Browser & {
  readonly begin: (purpose?: string, provider?: string) => Promise<string>
  readonly linkAddress: (provider?: string) => Promise<string>
  /** Drops the provider's cookies: another person may sign in there. */
  readonly forgetProvider: () => void
  readonly goTo: (url: string) => Promise<Record<string, string>>
  readonly finish: (
    query: Readonly<Record<string, string>>,
    more?: object,
  ) => Promise<{ status: number; body: Finished; text: string }>
  /** Goes through a whole login. */
  readonly login: (
    purpose?: string,
    more?: object,
  ) => Promise<{ status: number; body: Finished; text: string }>
}

export function startOidcBrowser(
  product: Pick<Product, 'request'>,
  inner = startBrowser(product),
): OidcBrowser {
  const atProvider = startProviderBrowser(ORIGIN)
  const urlOf = ({ body, text }: { body: { url?: string }; text: string }) => {
    if (!body.url) throw new Error(text)
    return body.url
  }
  const begin = async (purpose = 'sign_in', provider = '1') =>
    urlOf(await inner.request('POST', '/oidc/begin', { body: { provider, purpose } }))
  const finish = (query: Readonly<Record<string, string>>, more: object = {}) =>
    inner.request<Finished>('POST', '/oidc/finish', { body: { provider: '1', query, ...more } })
  return {
    ...inner,
    begin,
    linkAddress: async (provider = '1') =>
      urlOf(await inner.request('POST', '/oidc/link', { body: { provider } })),
    goTo: atProvider.goTo,
    forgetProvider: () => atProvider.cookies.clear(),
    finish,
    login: async (purpose, more) => finish(await atProvider.goTo(await begin(purpose)), more),
  }
}
