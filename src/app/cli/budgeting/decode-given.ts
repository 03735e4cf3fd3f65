import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { decode } from '#/app/http/wire/decode.ts'
import type { Given } from '#/app/cli/parsing/asking.ts'

/** Decodes what was typed for an endpoint. Throws `invalid_parameter`, as the server does. */
export function decodeGiven({ params, query, body }: Endpoint, given: Given): object {
  return {
    ...(params && { params: decode(params, given.params ?? {}, 'id') }),
    ...(query && { query: decode(query, given.query ?? {}, 'query') }),
    ...(body && { body: decode(body, given.body ?? {}, 'body') }),
  }
}
