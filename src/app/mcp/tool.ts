import * as z from 'zod'
import { type Endpoint, isWrite } from '#/platform/contract/endpoint.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Door, McpCaller } from './door.ts'
import type { Seen, WatchedRead } from './watch.ts'

export type Input = Readonly<Record<string, unknown>>

/** Everything that a tool may use. */
export type Using = {
  readonly door: Door
  readonly caller: McpCaller
  readonly runtime: Pick<Runtime, 'now' | 'seal' | 'log'>
}

type Declared = {
  readonly name: string
  /** For people: the label of the tool. */
  readonly title: string
  /** For models: when to use it and what it answers. Never contains data. */
  readonly about: string
  readonly input: z.ZodObject
}

export type ReadTool = Declared & {
  readonly kind: 'read'
  /** Every endpoint that it asks: a key that may not ask one of them does not see the tool. */
  readonly endpoints: readonly Endpoint[]
  /** Endpoints that it asks if the key may: without them the answer says less. */
  readonly besides?: readonly Endpoint[]
  readonly run: (using: Using, input: never) => Promise<object>
}

export type WriteTool = Declared & {
  readonly kind: 'write'
  readonly endpoint: Endpoint
  /** The reads that show what the write changes. */
  readonly watch: (input: Input) => readonly WatchedRead[]
  /** The first sentence: what the call does, in words. */
  readonly says: (input: Input, before: Seen, after: Seen) => string
}

export type Tool = ReadTool | WriteTool

type Reading<S extends z.ZodObject> = Omit<ReadTool, 'kind' | 'run' | 'input'> & {
  readonly input: S
  readonly run: (using: Using, input: z.output<S>) => Promise<object>
}

export function readTool<S extends z.ZodObject>(tool: Reading<S>): ReadTool {
  return { ...tool, kind: 'read' }
}

type Writing = Pick<WriteTool, 'name' | 'title' | 'endpoint' | 'watch' | 'says'> & {
  readonly about?: string
  /** Fields that assistants do not need. */
  readonly without?: readonly string[]
}

/** Makes a tool of an endpoint that writes: its input is what the contract declares, flat, and the two fields of a dry run. */
export function writeTool({ endpoint, without = [], about, ...tool }: Writing): WriteTool {
  const fields = Object.entries({ ...endpoint.params?.shape, ...bodyOf(endpoint)?.shape })
  const kept = Object.fromEntries(fields.filter(([name]) => !without.includes(name)))
  return {
    ...tool,
    kind: 'write',
    endpoint,
    about: [`${endpoint.summary}.`, about, HOW].filter(Boolean).join(' '),
    input: z.strictObject({ ...kept, ...confirming }),
  }
}

const HOW = 'Amounts are in cents. Changes nothing until it is called again with `confirm`.'

const confirming = {
  dry_run: z.boolean().optional().describe('Default true: only says what would happen.'),
  confirm: z
    .string()
    .regex(/^[\w-]{40,128}$/)
    .optional()
    .describe('The confirmation from the dry run of this same call. With it, the write happens.'),
}

export function bodyOf({ body }: Endpoint): z.ZodObject | undefined {
  return body instanceof z.ZodObject ? body : undefined
}

export function endpointsOf(tool: Tool): readonly Endpoint[] {
  return tool.kind === 'read' ? tool.endpoints : [tool.endpoint]
}

/** Hints by which clients decide if they ask a person before a call, read off the declaration. A confirmed write happens once, so all are idempotent. */
export function annotationsOf(tool: Tool) {
  const endpoints = endpointsOf(tool)
  return {
    title: tool.title,
    readOnlyHint: !endpoints.some(isWrite),
    // A POST only adds; all other writes replace something.
    destructiveHint: endpoints.some(
      (one) => isWrite(one) && (one.method !== 'POST' || one.path.endsWith('/undo')),
    ),
    idempotentHint: true,
    // Only a synchronization asks banks; all else stays inside the household.
    openWorldHint: endpoints.some(({ method, path }) => method === 'POST' && path === '/sync'),
  }
}

/** True if a caller sees a tool, and may call it. */
export function mayUse(caller: McpCaller, tool: Tool): boolean {
  return endpointsOf(tool).every(
    (endpoint) => caller.scopes.includes(endpoint.scope) && caller.mayCall(endpoint),
  )
}
