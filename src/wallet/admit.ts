import { sql } from 'kysely'
import type { Token } from '#/keys/token.ts'
import type { Admitted } from '#/limits/admit.ts'
import { type Exceeded, resetsAt } from '#/limits/window.ts'
import type { Caller } from '#/world/call.ts'
import type { World } from '#/world/world.ts'

/** Pushes that one device may make: a wallet sees a payment now and then. */
export const DEVICE_PER_MINUTE = 60
export const DEVICE_PER_HOUR = 600

type Row = {
  household_id: string
  id: string
  member_id: string
  plan: Caller['plan']
  standing: Caller['standing']
  timezone: string
  currency: string
  minute_used: number
  hour_used: number
  admitted: boolean
}

/**
 * Lets a device in and counts the request in its windows; null where its token is unknown or revoked, or its member has
 * left. A refused request counts in neither window.
 */
export async function admitDevice(
  { db, now }: Pick<World, 'db' | 'now'>,
  token: Token,
): Promise<Admitted | null> {
  const moment = now()
  const minute = windowStart('minute', moment)
  const hour = windowStart('hour', moment)
  const { rows } = await sql<Row>`
    with found as (
      select d.household_id, d.id, d.member_id, h.plan, h.standing, h.timezone, h.currency,
        case when d.minute = ${minute} then d.minute_used else 0 end as minute_used,
        case when d.hour = ${hour} then d.hour_used else 0 end as hour_used
      from wallet_lookup l
      join wallet_devices d on d.household_id = l.household_id and d.id = l.device_id
        and d.digest = ${token.digest} and d.revoked_at is null
      join members m on m.household_id = d.household_id and m.id = d.member_id
        and m.removed_at is null
      join households h on h.household_id = d.household_id
      where l.public_id = ${token.publicId}
      for no key update of d
    ), counted as (
      update wallet_devices d set minute = ${minute}, minute_used = f.minute_used + 1,
        hour = ${hour}, hour_used = f.hour_used + 1
      from found f
      where d.household_id = f.household_id and d.id = f.id
        and f.minute_used < ${DEVICE_PER_MINUTE} and f.hour_used < ${DEVICE_PER_HOUR}
      returning d.id
    )
    select f.*, exists (select from counted) as admitted from found f`.execute(db)
  const [row] = rows
  return row ? tell(row, moment) : null
}

function tell(row: Row, now: Temporal.Instant): Admitted {
  const counted = row.admitted ? 1 : 0
  return {
    now,
    exceeded: row.admitted ? null : exceededBy(row),
    limits: {
      minuteLimit: DEVICE_PER_MINUTE,
      minuteRemaining: DEVICE_PER_MINUTE - row.minute_used - counted,
      minuteResetsAt: resetsAt('minute', now),
      hourLimit: DEVICE_PER_HOUR,
      hourRemaining: DEVICE_PER_HOUR - row.hour_used - counted,
      hourResetsAt: resetsAt('hour', now),
    },
    caller: {
      householdId: row.household_id,
      memberId: row.member_id,
      deviceId: row.id,
      through: 'api',
      key: null,
      scopes: ['data.read', 'data.write'],
      plan: row.plan,
      standing: row.standing,
      zone: row.timezone,
      currency: row.currency,
    },
  }
}

function exceededBy({ hour_used: used }: Row): Exceeded {
  return used >= DEVICE_PER_HOUR ? 'hour' : 'minute'
}

function windowStart(window: Exceeded, now: Temporal.Instant): Temporal.Instant {
  const length = window === 'minute' ? 60 : 3600
  return Temporal.Instant.fromEpochMilliseconds((resetsAt(window, now) - length) * 1000)
}
