import type { Answer, Loose, Product, RequestOptions } from './product.ts'

/** A browser with its cookies, which asks as pages of ours do. Paths are below `/app/api`. */
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
  let known: string | null = null
  const cookies = () =>
    [token !== null && `earmark_session=${token}`, known !== null && `earmark_known=${known}`]
      .filter(Boolean)
      .join('; ')
  return {
    cookie: () => token,
    request: async (method, path, options = {}) => {
      const sent = {
        ...headers,
        ...(cookies() !== '' && { cookie: cookies() }),
        ...options.headers,
      }
      const answer = await product.request<never>(method, path, {
        base: '/app/api',
        ...options,
        headers: sent,
      })
      for (const set of answer.headers.getSetCookie()) {
        const [, name, value] = /^(\w+)=([^;]*)/.exec(set)!
        if (name === 'earmark_session') token = value || null
        if (name === 'earmark_known') known = value || null
      }
      return answer
    },
  }
}
