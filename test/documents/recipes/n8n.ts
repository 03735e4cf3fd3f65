import assert from 'node:assert/strict'
import { createContext, runInContext } from 'node:vm'
import * as z from 'zod'
import { blockOf, type Kitchen } from './recipe.ts'

// Runs the workflow of the recipe as n8n does: from node to node, each expression on the item of the node before.

const nodeShape = z.object({
  name: z.string(),
  type: z.string(),
  typeVersion: z.number(),
  position: z.tuple([z.number(), z.number()]),
  parameters: z.record(z.string(), z.unknown()),
})
const workflowShape = z.object({
  name: z.string(),
  nodes: z.array(nodeShape),
  connections: z.record(
    z.string(),
    z.object({
      main: z.array(
        z.array(z.object({ node: z.string(), type: z.literal('main'), index: z.number() })),
      ),
    }),
  ),
})
const requestShape = z.object({
  method: z.enum(['GET', 'POST']),
  url: z.url(),
  genericAuthType: z.literal('httpBearerAuth').optional(),
  contentType: z.literal('raw').optional(),
  rawContentType: z.string().optional(),
  body: z.string().optional(),
})
const conditionShape = z.object({
  conditions: z.object({
    conditions: z.tuple([
      z.object({
        leftValue: z.string(),
        rightValue: z.number(),
        operator: z.object({ type: z.literal('number'), operation: z.literal('lte') }),
      }),
    ]),
  }),
})

export type Workflow = {
  /** The path and the header that the first node demands. */
  readonly hook: { readonly path: string; readonly authentication: string }
  /** Runs it for a request to the first node. Returns the names of the nodes that ran. */
  readonly run: (body: unknown) => Promise<readonly string[]>
}

/** Reads the workflow. The phone's service is at `phone` instead. */
export function readWorkflow({ url, key }: Kitchen, phone: string): Workflow {
  const text = blockOf('docs/recipes/n8n.md', { language: 'json', part: '"nodes"', url })
  const { nodes, connections } = workflowShape.parse(
    JSON.parse(text.replace('https://ntfy.sh', phone)),
  )
  const nodeOf = (name: string) => nodes.find((one) => one.name === name)!
  const [first] = nodes
  const hook = z
    .object({ httpMethod: z.literal('POST'), path: z.string(), authentication: z.string() })
    .parse(first!.parameters)
  const items = new Map<string, unknown>()
  const evaluate = (value: string, json: unknown): unknown => {
    if (!value.startsWith('=')) return value
    const context = createContext({
      $json: json,
      $: (name: string) => ({ item: { json: items.get(name) } }),
    })
    const inner = value.slice(1)
    const whole = /^\{\{([^}]*)\}\}$/.exec(inner)
    if (whole) return runInContext(whole[1]!, context)
    return inner.replaceAll(/\{\{(.*?)\}\}/g, (_, code: string) =>
      String(runInContext(code, context)),
    )
  }
  /** Returns the node's item, or null if the workflow ends there. */
  const runNode = async ({ type, parameters }: z.infer<typeof nodeShape>, json: unknown) => {
    if (type === 'n8n-nodes-base.webhook') return json
    if (type === 'n8n-nodes-base.if') {
      const [{ leftValue, rightValue }] = conditionShape.parse(parameters).conditions.conditions
      const value = evaluate(leftValue, json)
      assert.equal(typeof value, 'number')
      return Number(value) <= rightValue ? json : null
    }
    assert.equal(type, 'n8n-nodes-base.httpRequest')
    const {
      method,
      url: to,
      genericAuthType,
      body,
      rawContentType,
    } = requestShape.parse(parameters)
    const answer = await fetch(to, {
      method,
      headers: {
        ...(genericAuthType && { authorization: `Bearer ${key}` }),
        ...(rawContentType && { 'content-type': rawContentType }),
      },
      ...(body !== undefined && { body: String(evaluate(body, json)) }),
    })
    assert.equal(answer.status, 200, to)
    return (await answer.json()) as unknown
  }
  return {
    hook,
    run: async (body) => {
      const ran: string[] = []
      let name: string | undefined = first!.name
      let json: unknown = { headers: {}, params: {}, query: {}, body }
      while (name !== undefined) {
        json = await runNode(nodeOf(name), json)
        ran.push(name)
        if (json === null) break
        items.set(name, json)
        name = connections[name]?.main[0]?.[0]?.node
      }
      return ran
    },
  }
}
