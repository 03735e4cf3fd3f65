import type { Answer, Loose, Product, RequestOptions } from './product.ts'

/** A browser with one cookie, which asks as pages of ours do. Paths are below `/app/api`. */
export type Browser = {
  readonly request: <Body = Loose>(
    method: string,
    path: string,
    options?: RequestOptions,
  ) => Promise<Answer<Body>>
  /** The session's token as it is kept; null: none. */
  readonly cookie: () => string | null
}

type Options = {
  /** A token that the browser comes with. */
  readonly cookie?: string | null
  /** How it sees us; the headers of each request say so. */
  readonly headers?: Readonly<Record<string, string>>
}

export function startBrowser(
  product: Pick<Product, 'request'>,
  {
    cookie = null,
    headers = { 'sec-fetch-site': 'same-origin', host: 'localhost:3000' },
  }: Options = {},
): Browser {
  let token = cookie
  return {
    cookie: () => token,
    request: async (method, path, options = {}) => {
      const sent = {
        ...headers,
        ...(token !== null && { cookie: `earmark_session=${token}` }),
        ...options.headers,
      }
      const answer = await product.request<never>(method, path, {
        base: '/app/api',
        ...options,
        headers: sent,
      })
      const set = answer.headers.get('set-cookie')
      if (set !== null) token = /^earmark_session=([^;]*)/.exec(set)?.[1] || null
      return answer
    },
  }
}
