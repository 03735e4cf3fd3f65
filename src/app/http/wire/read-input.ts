import { type Endpoint, isWrite } from '#/platform/contract/endpoint.ts'
import { decode, queryDecoder, refuseQuery } from './decode.ts'
import { BODY_BYTES_MAX, type KeepBody, readBytes, readJsonBody, refuseBody } from './json-body.ts'

/** The parts of a request that its input is read from. */
export type Asking = {
  readonly req: {
    readonly url: string
    readonly raw: Request
    readonly param: () => Record<string, string>
  }
}

/** Makes a reader of an endpoint's declared input; prepares what it can before the first request. */
export type InputReader = (c: Asking, keep?: KeepBody) => Promise<{ body?: unknown }>

export function createInputReader(endpoint: Endpoint): InputReader {
  const decodeQuery = endpoint.query ? queryDecoder(endpoint.query) : refuseQuery
  const bytesMax = endpoint.bodyBytesMax ?? BODY_BYTES_MAX
  const readBody: typeof readJsonBodyOf =
    endpoint.bodyKind === 'bytes' ? (c, max) => readBytes(c.req.raw, max) : readJsonBodyOf
  return async (c, keep) => {
    const query = decodeQuery(c.req.url)
    if (isWrite(endpoint) && !endpoint.body) await refuseBody(c.req.raw)
    return {
      ...(endpoint.params && { params: decode(endpoint.params, c.req.param(), 'id') }),
      ...(endpoint.query && { query }),
      ...(endpoint.body && {
        body: decode(endpoint.body, await readBody(c, bytesMax, keep), 'body'),
      }),
    }
  }
}

function readJsonBodyOf(c: Asking, bytesMax: number, keep?: KeepBody): Promise<unknown> {
  return readJsonBody(c.req.raw, bytesMax, keep)
}
