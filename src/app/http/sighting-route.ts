import { type Context, Hono } from 'hono'
import type { Ingress } from '#/app/http/guards/ingress.ts'
import type { Sighting } from '#/app/http/wire/sighting.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { Unreadable } from '#/platform/runtime/seal.ts'
import { readVersion } from '#/platform/runtime/version.ts'

/** Minutes for which a ticket is good. */
const TICKET_MINUTES = 5

type Options = {
  readonly runtime: Pick<Runtime, 'seal' | 'now'>
  readonly ingress: Ingress
}

/**
 * Says how this server sees the request, to `earmark doctor`: it shows a moment that is sealed under the master secret. To
 * everybody else the path does not exist.
 */
export function createSightingRoute({ runtime, ingress }: Options): Hono {
  const app = new Hono()
  app.get('/', (c) => {
    if (!isDoctor(c, runtime)) return c.notFound()
    const { remote, trusted } = ingress.connectionOf(c)
    const seen: Sighting = {
      version: readVersion(),
      remote,
      trusted,
      address: ingress.wholeAddressOf(c),
      forwarded_for: c.req.header('x-forwarded-for') ?? null,
      forwarded_proto: c.req.header('x-forwarded-proto') ?? null,
      host: c.req.header('host') ?? null,
      public_url: ingress.publicUrl?.href.replace(/\/$/, '') ?? null,
    }
    return c.json(seen, 200, { 'Cache-Control': 'no-store' })
  })
  return app
}

function isDoctor(c: Context, { seal, now }: Pick<Runtime, 'seal' | 'now'>): boolean {
  const ticket = /^Doctor ([\w-]{20,200})$/.exec(c.req.header('authorization') ?? '')?.[1]
  if (ticket === undefined) return false
  try {
    const at = Number(seal.open(Buffer.from(ticket, 'base64url'), 'doctor'))
    return Math.abs(now().epochMilliseconds - at) <= TICKET_MINUTES * 60_000
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  }
}
