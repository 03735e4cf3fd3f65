import type { Hono } from 'hono'
import { Hono as Router } from 'hono'
import type { Scope } from '#/platform/contract/endpoint.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { requireHere } from '#/access/households/require-here.ts'
import { refuseHousehold } from '#/access/households/standing.ts'
import type { Caller } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { createApi } from '#/app/http/api.ts'
import type { Guard } from '#/app/http/guards/guard.ts'
import { keyRoutes } from '#/app/http/key-api.ts'
import { baseOf } from '#/app/http/mcp-route.ts'
import { publicRoutes } from '#/app/http/public-api.ts'
import { openDoor } from '#/app/mcp/door.ts'
import type { Using } from '#/app/mcp/tool.ts'

type Local = { readonly householdId: string; readonly mayWrite: boolean }

/**
 * Opens a household of this machine's database to an assistant. The operator needs no key: its first owner acts, and no
 * window counts. Everything else is as with a key. Throws `resource_not_found` if there is no such household.
 */
export async function openLocal(runtime: Runtime, local: Local): Promise<Using> {
  const caller = await findCaller(runtime, local)
  const app = createLocal(runtime, caller)
  const door = openDoor({
    fetch: (request, environment) => app.fetch(request, environment),
    baseOf,
    headers: {},
    environment: {},
  })
  const { householdId, scopes } = caller
  return { runtime, door, caller: { householdId, keyId: 'local', scopes, mayCall: () => true } }
}

async function findCaller({ db }: Runtime, { householdId, mayWrite }: Local): Promise<Caller> {
  const household = await db
    .selectFrom('households')
    .select(['plan', 'standing', 'timezone', 'currency'])
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  const member = await db
    .selectFrom('members')
    .select('id')
    .where('household_id', '=', householdId)
    .orderBy('role', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  if (!household || !member) throw notFound('household_id')
  requireHere(household.standing)
  const scopes: readonly Scope[] = mayWrite ? ['data.read', 'data.write'] : ['data.read']
  return {
    householdId,
    memberId: member.id,
    through: 'api',
    key: null,
    scopes,
    restrictions: null,
    plan: household.plan,
    standing: household.standing,
    zone: household.timezone,
    currency: household.currency,
  }
}

function createLocal(runtime: Runtime, caller: Caller): Hono {
  const guard: Guard = {
    isApp: false,
    limitsAtFirst: () => null,
    enter: () => Promise.resolve(caller),
    pass: () => Promise.resolve(),
    refuseHousehold: (_, standing) => refuseHousehold('premium', standing),
  }
  const common = { runtime, guard, upgradeUrl: '', wholeAddressOf: () => 'local' }
  return new Router()
    .route('/v1', createApi({ ...common, routes: publicRoutes }))
    .route('/app/api', createApi({ ...common, routes: keyRoutes() }))
}
