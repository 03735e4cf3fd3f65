import * as z from 'zod'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Binding } from '#/platform/runtime/sealed-columns.ts'
import type { Target } from '#/notices/rules/way.ts'

const targetBinding = (id: string): Binding => `notice_ways.target:${id}`

const stored = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ntfy'),
    url: z.string(),
    topic: z.string(),
    token: z.string().nullable(),
  }),
  z.object({ kind: z.literal('gotify'), url: z.string(), token: z.string() }),
  z.object({ kind: z.literal('telegram'), url: z.string(), token: z.string(), chat: z.string() }),
  z.object({ kind: z.literal('url'), url: z.string(), template: z.string().nullable() }),
  z.object({
    kind: z.literal('mail'),
    address: z.string(),
    household: z.string(),
    way: z.string(),
  }),
  z.object({ kind: z.literal('push'), url: z.string(), p256dh: z.string(), auth: z.string() }),
])

/** Encrypts the target of a way, bound to its row. */
export function sealTarget({ seal }: Pick<Runtime, 'seal'>, id: string, target: Target): Buffer {
  return seal.seal(JSON.stringify(target), targetBinding(id))
}

/** Decrypts the target of a way. Throws if another master secret encrypted it. */
export function openTarget({ seal }: Pick<Runtime, 'seal'>, id: string, sealed: Buffer): Target {
  return stored.parse(JSON.parse(seal.open(sealed, targetBinding(id))))
}
