import { McpServer, type CallToolResult } from '@modelcontextprotocol/server'
import { Refusal } from '#/platform/contract/refusal.ts'
import { codes } from '#/platform/contract/codes.ts'
import { readVersion } from '#/platform/runtime/version.ts'
import { resources, tools } from './catalogue.ts'
import { ApiFault } from './door.ts'
import { instructions } from './instructions.ts'
import { lean } from './lean-schema.ts'
import { prompts } from './prompts.ts'
import { annotationsOf, mayUse, type ReadTool, type Tool, type Using } from './tool.ts'
import { callWrite } from './write.ts'

/** Characters of an answer: no tool comes near it, so that an unforeseen one cannot flood a conversation. */
const ANSWER_MAX = 40_000

/** Makes the server of one caller: it has the tools, resources and prompts that the caller may use, and no others. */
export function createServer(using: Using): McpServer {
  const server = new McpServer(
    { name: 'earmark', title: 'Earmark', version: readVersion() },
    {
      instructions,
      capabilities: { tools: {}, resources: {}, prompts: {} },
    },
  )
  for (const tool of tools.filter((one) => mayUse(using.caller, one))) addTool(server, using, tool)
  for (const tool of resources.filter((one) => mayUse(using.caller, one)))
    addResource(server, using, tool)
  for (const prompt of prompts.filter(({ tool }) => mayUse(using.caller, tool))) {
    const { name, title, about, args, says } = prompt
    server.registerPrompt(name, { title, description: about, argsSchema: args }, (given) => ({
      messages: [{ role: 'user', content: { type: 'text', text: says(given) } }],
    }))
  }
  return server
}

function addTool(server: McpServer, using: Using, tool: Tool): void {
  const { name, title, about, input } = tool
  const config = {
    title,
    description: about,
    inputSchema: lean(input),
    annotations: annotationsOf(tool),
  }
  server.registerTool(name, config, async (given): Promise<CallToolResult> => {
    try {
      return answerOf(await callTool(using, tool, given))
    } catch (error) {
      return { ...answerOf({ error: faultOf(using, error) }), isError: true }
    }
  })
}

function callTool(using: Using, tool: Tool, given: Readonly<Record<string, unknown>>) {
  return tool.kind === 'write' ? callWrite(using, tool, given) : tool.run(using, given as never)
}

function answerOf(answer: object): CallToolResult {
  const text = JSON.stringify(answer)
  if (text.length > ANSWER_MAX) throw new Refusal('request_too_large')
  return { content: [{ type: 'text', text }], structuredContent: { ...answer } }
}

/** The code and the message of the API. Everything else is a bug: it goes to the log, and only its kind to the caller. */
function faultOf({ runtime }: Using, error: unknown): object {
  if (error instanceof ApiFault) {
    const { code, message, param, request_id, retry_after } = error.body
    return { code, message, param, request_id, retry_after }
  }
  if (error instanceof Refusal)
    return { code: error.code, message: error.message, param: error.param }
  runtime.log('error', 'mcp.tool', { error })
  return { code: 'internal_error', message: codes.internal_error.message }
}

function addResource(server: McpServer, using: Using, tool: ReadTool): void {
  const uri = `earmark://${tool.name}`
  const config = { title: tool.title, description: tool.about, mimeType: 'application/json' }
  server.registerResource(tool.name, uri, config, async () => {
    const answer = await tool.run(using, tool.input.parse({}) as never).catch((error: unknown) => {
      throw error instanceof ApiFault ? new Error(`${error.body.code}: ${error.message}`) : error
    })
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(answer) }] }
  })
}
