import { sql } from 'kysely'
import { type CapName, caps, limitReached, requireRoom } from '#/platform/contract/caps.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Caller } from '#/platform/runtime/call.ts'

type Uploading = {
  readonly db: Database
  readonly caller: Pick<Caller, 'householdId' | 'memberId'>
}

type Waiting = {
  readonly household: number
  readonly household_bytes: number
  readonly member: number
  readonly member_bytes: number
}

/**
 * Throws `limit_reached` if a file of this size would exceed the limits for waiting files, which are stored in the
 * database. Called before the file is received as well, with the announced size.
 */
export async function requireUploadRoom(
  { db, caller }: Uploading,
  fileBytes: number,
): Promise<void> {
  const { rows } = await sql<Waiting>`
    select count(*) as household, coalesce(sum(bytes), 0)::bigint as household_bytes,
      count(*) filter (where member_id = ${caller.memberId}) as member,
      coalesce(sum(bytes) filter (where member_id = ${caller.memberId}), 0)::bigint as member_bytes
    from imports where household_id = ${caller.householdId}
      and status in ('uploaded', 'queued', 'running')`.execute(db)
  const waiting = rows[0]!
  requireRoom('member_uploads', waiting.member)
  requireRoom('household_uploads', waiting.household)
  requireBytes('member_upload_bytes', waiting.member_bytes + fileBytes)
  requireBytes('household_upload_bytes', waiting.household_bytes + fileBytes)
}

/**
 * Works as `requireUploadRoom`, in the transaction that stores the file. It locks the uploads of the household, so that
 * simultaneous uploads cannot exceed a limit together; nothing else waits for that lock.
 */
export async function takeUploadRoom(uploading: Uploading, fileBytes: number): Promise<void> {
  const lock = `uploads of ${uploading.caller.householdId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(uploading.db)
  await requireUploadRoom(uploading, fileBytes)
}

function requireBytes(of: CapName, bytes: number): void {
  if (bytes > caps[of].max) throw limitReached(of)
}
