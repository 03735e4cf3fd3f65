import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Token } from '#/access/keys/token.ts'
import type { Admitted } from '#/access/limits/admitted.ts'
import { type Exceeded, resetsAt } from '#/access/limits/window.ts'
import type { Caller } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Limits the requests of one device. */
const DEVICE_PER_MINUTE = 60
const DEVICE_PER_HOUR = 600

type DeviceRow = {
  household_id: string
  id: string
  member_id: string
  plan: Caller['plan']
  standing: Caller['standing']
  timezone: string
  currency: string
  minute_used: number
  hour_used: number
}

/**
 * Admits a device and counts the request in its windows. Null if the token is unknown or revoked, or the member has left
 * or is locked.
 * A refused request counts in neither window.
 */
export async function admitDevice(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  token: Token,
): Promise<Admitted | null> {
  const moment = now()
  const known = await db
    .selectFrom('wallet_lookup')
    .select(['household_id', 'device_id'])
    .where('public_id', '=', token.publicId)
    .executeTakeFirst()
  if (!known) return null
  const presented = { householdId: known.household_id, deviceId: known.device_id, token }
  const counted = await count(db, presented, moment)
  const row = counted ?? (await find(db, presented, moment))
  return row ? toAdmitted(row, { moment, admitted: counted !== undefined }) : null
}

// One statement updates and returns the row. Locking the device first and updating it afterwards could deadlock with
// another request that waits for the row in between.
async function count(
  db: Database,
  presented: Presented,
  moment: Temporal.Instant,
): Promise<DeviceRow | undefined> {
  const minute = windowStart('minute', moment)
  const hour = windowStart('hour', moment)
  const { rows } = await sql<DeviceRow>`
    update wallet_devices d set
      minute = ${minute}, minute_used = ${usedIn('minute', minute)} + 1,
      hour = ${hour}, hour_used = ${usedIn('hour', hour)} + 1
    from ${itsPeople} where ${isLetIn(presented)}
      and ${usedIn('minute', minute)} < ${DEVICE_PER_MINUTE}
      and ${usedIn('hour', hour)} < ${DEVICE_PER_HOUR}
    returning ${caller}, d.minute_used, d.hour_used`.execute(db)
  return rows[0]
}

/** Reads the device without counting, for a request over the limit. */
async function find(
  db: Database,
  presented: Presented,
  moment: Temporal.Instant,
): Promise<DeviceRow | undefined> {
  const { rows } = await sql<DeviceRow>`
    select ${caller}, ${usedIn('minute', windowStart('minute', moment))} as minute_used,
      ${usedIn('hour', windowStart('hour', moment))} as hour_used
    from wallet_devices d, ${itsPeople} where ${isLetIn(presented)}`.execute(db)
  return rows[0]
}

const caller = sql`d.household_id, d.id, d.member_id, h.plan, h.standing, h.timezone, h.currency`
const itsPeople = sql`members m, households h`

/** A token, and the device that it belongs to. */
type Presented = {
  readonly householdId: string
  readonly deviceId: string
  readonly token: Token
}

function isLetIn({ householdId, deviceId, token }: Presented): RawBuilder<unknown> {
  return sql`d.household_id = ${householdId} and d.id = ${deviceId}
    and d.digest = ${token.digest} and d.revoked_at is null
    and m.household_id = ${householdId} and m.id = d.member_id and m.removed_at is null
    and m.locked_at is null
    and h.household_id = ${householdId}`
}

/** Returns the count of the window that began at `start`. */
function usedIn(window: Exceeded, start: Temporal.Instant): RawBuilder<number> {
  const used = sql.ref(`d.${window}_used`)
  return sql`case when ${sql.ref(`d.${window}`)} = ${start} then ${used} else 0 end`
}

function toAdmitted(
  row: DeviceRow,
  { moment, admitted }: { moment: Temporal.Instant; admitted: boolean },
): Admitted {
  return {
    now: moment,
    exceeded: admitted ? null : exceededBy(row),
    limits: {
      minuteLimit: DEVICE_PER_MINUTE,
      minuteRemaining: DEVICE_PER_MINUTE - row.minute_used,
      minuteResetsAt: resetsAt('minute', moment),
      hourLimit: DEVICE_PER_HOUR,
      hourRemaining: DEVICE_PER_HOUR - row.hour_used,
      hourResetsAt: resetsAt('hour', moment),
    },
    caller: {
      householdId: row.household_id,
      memberId: row.member_id,
      deviceId: row.id,
      through: 'api',
      key: null,
      scopes: ['data.read', 'data.write'],
      restrictions: null,
      plan: row.plan,
      standing: row.standing,
      zone: row.timezone,
      currency: row.currency,
    },
  }
}

function exceededBy({ hour_used: used }: DeviceRow): Exceeded {
  return used >= DEVICE_PER_HOUR ? 'hour' : 'minute'
}

function windowStart(window: Exceeded, now: Temporal.Instant): Temporal.Instant {
  const length = window === 'minute' ? 60 : 3600
  return Temporal.Instant.fromEpochMilliseconds((resetsAt(window, now) - length) * 1000)
}
