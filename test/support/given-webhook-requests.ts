import type { Product } from './product.ts'

type Answered = Record<string, unknown> & { error: { code: string; param?: string } }

/** Requests that the typed client does not allow: wrong fields, several at once, and refusals to look at. */
export function givenWebhookRequests(product: Product, ownKey: string) {
  const ask = (method: string, path: string, options: object = {}) =>
    product.request<Answered>(method, path, { key: ownKey, ...options })
  /** Status, code and parameter of a refused request. */
  const refusalOf = async (promise: ReturnType<typeof ask>) => {
    const { status, body } = await promise
    return [status, body.error.code, body.error.param]
  }
  return { ask, refusalOf }
}
