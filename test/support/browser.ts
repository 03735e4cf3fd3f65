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
  /** The cookies that it keeps, by their names. */
  readonly cookies: () => ReadonlyMap<string, string>
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
  const kept = new Map(cookie === null ? [] : [['earmark_session', cookie]])
  const cookies = () => Array.from(kept, ([name, value]) => `${name}=${value}`).join('; ')
  return {
    cookie: () => kept.get('earmark_session') ?? kept.get('__Host-earmark_session') ?? null,
    cookies: () => kept,
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
        const [, name, value] = /^([\w-]+)=([^;]*)/.exec(set)!
        if (value === '') kept.delete(name!)
        else kept.set(name!, value!)
      }
      return answer
    },
  }
}
