import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { createServer } from './server.ts'
import type { Using } from './tool.ts'

/**
 * Answers one message (or a batch, in the protocol version that has them) with one JSON answer: no session, no stream, so
 * any process of an instance can answer, and a cut connection loses nothing. Speaks the versions since 2024-11-05.
 */
export async function serveHttp(
  request: Request,
  parsedBody: unknown,
  using: Using,
): Promise<Response> {
  const onerror = (error: Error) => using.runtime.log('debug', 'mcp.protocol', { error })
  if (await isLegacyRequest(request, parsedBody)) {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    transport.onerror = onerror
    const server = createServer(using)
    await server.connect(transport)
    try {
      return await transport.handleRequest(request, { parsedBody })
    } finally {
      await server.close()
    }
  }
  const handler = createMcpHandler(() => createServer(using), {
    legacy: 'reject',
    // Nothing changes in the list of tools while a client listens, and a stream would hold a connection.
    maxSubscriptions: 0,
    onerror,
  })
  return handler.fetch(request, { parsedBody })
}
