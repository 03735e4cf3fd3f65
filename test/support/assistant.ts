import { after } from 'node:test'
import {
  Client,
  type CallToolResult,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'

/** The protocol's own client, as an assistant uses it. */
export type Assistant = {
  readonly client: Client
  /** Calls a tool; its answer as a program reads it. */
  readonly call: (name: string, args?: object) => Promise<Answered>
  /** Names of the tools that this key sees. */
  readonly toolNames: () => Promise<readonly string[]>
}

export type Answered = {
  readonly isError: boolean
  readonly text: string
  readonly value: Record<string, unknown>
}

type Options = {
  readonly key: string
  /** `2026-07-28` for the newest protocol; else the handshake of the older ones. */
  readonly modern?: boolean
  readonly fetch?: typeof fetch
}

/** Connects to `URL/mcp` over HTTP, until the test file ends. */
export async function connectAssistant(
  url: string,
  { key, modern = false, fetch: send }: Options,
): Promise<Assistant> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: modern ? { pin: '2026-07-28' } : 'legacy' } },
  )
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    ...(send && { fetch: send }),
  })
  await client.connect(transport)
  after(() => client.close())
  return assistantOf(client)
}

export function assistantOf(client: Client): Assistant {
  return {
    client,
    call: async (name, args = {}) =>
      readAnswer(await client.callTool({ name, arguments: { ...args } })),
    toolNames: async () => (await client.listTools()).tools.map((tool) => tool.name),
  }
}

function readAnswer({ content, isError = false, structuredContent }: CallToolResult): Answered {
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  return { isError, text, value: { ...(structuredContent as Record<string, unknown>) } }
}
