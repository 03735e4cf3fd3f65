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
export async function requireUploadRoom(uploading: Uploading, fileBytes: number): Promise<void> {
  const waiting = await findWaiting(uploading)
  requireRoom('member_uploads', waiting.member)
  requireRoom('household_uploads', waiting.household)
  requireBytesLeft(waiting, fileBytes)
}

/**
 * Works as `requireUploadRoom`, in the transaction that stores the file. It locks the uploads of the household, so that
 * simultaneous uploads cannot exceed a limit together; nothing else waits for that lock.
 */
export async function takeUploadRoom(uploading: Uploading, fileBytes: number): Promise<void> {
  await lockUploads(uploading)
  await requireUploadRoom(uploading, fileBytes)
}

/** Works as `takeUploadRoom`, for a further file of a move, which is counted already. */
export async function takeFurtherRoom(uploading: Uploading, fileBytes: number): Promise<void> {
  await lockUploads(uploading)
  requireBytesLeft(await findWaiting(uploading), fileBytes)
}

async function lockUploads({ db, caller }: Uploading): Promise<void> {
  const lock = `uploads of ${caller.householdId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db)
}

/** Counts the waiting statements and moves from other applications; a move counts once, with the bytes of its files. */
async function findWaiting({ db, caller }: Uploading): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*) as household, coalesce(sum(bytes), 0)::bigint as household_bytes,
      count(*) filter (where member_id = ${caller.memberId}) as member,
      coalesce(sum(bytes) filter (where member_id = ${caller.memberId}), 0)::bigint as member_bytes
    from (
      select member_id, bytes, status from imports where household_id = ${caller.householdId}
      union all
      select m.member_id, (
          select coalesce(sum(f.bytes), 0) from move_files f
          where f.household_id = ${caller.householdId} and f.move_id = m.id), m.status
      from moves m where m.household_id = ${caller.householdId}
    ) uploads
    where status in ('uploaded', 'queued', 'running')`.execute(db)
  return rows[0]!
}

function requireBytesLeft(waiting: Waiting, fileBytes: number): void {
  requireBytes('member_upload_bytes', waiting.member_bytes + fileBytes)
  requireBytes('household_upload_bytes', waiting.household_bytes + fileBytes)
}

function requireBytes(of: CapName, bytes: number): void {
  if (bytes > caps[of].max) throw limitReached(of)
}
