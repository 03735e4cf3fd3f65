import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Seconds between signs of life. */
const BEAT_SECONDS = 60
/** A process is counted for so long after its last sign: one may be late. */
const ALIVE_SECONDS = 150

/**
 * The processes that do background work. Each does a share of the looking, so that a database is not asked more because
 * more processes wait for work.
 */
export type Presence = {
  /** Milliseconds until the next turn of this process in a round, in which each process has one turn of `turn` milliseconds. */
  readonly untilTurn: (turn: number) => number
  /** Milliseconds of rest that all processes together take once in `rest`. */
  readonly share: (rest: number) => number
  /** Gives a sign of life, and counts the others. */
  readonly beat: () => Promise<number>
  /** Says that this process is gone. */
  readonly leave: () => Promise<void>
}

export const BEAT = BEAT_SECONDS * 1000

export function createPresence({
  db,
  now,
  newId,
}: Pick<Runtime, 'db' | 'now' | 'newId'>): Presence {
  const id = newId()
  let [rank, count] = [0, 1]
  return {
    untilTurn: (turn) => {
      const at = now().epochMilliseconds
      const turns = Math.floor(at / turn)
      const ahead = (((rank - turns) % count) + count) % count || count
      return (turns + ahead) * turn - at
    },
    share: (rest) => rest * count,
    beat: async () => {
      const at = now()
      // One row, and a delete that finds nothing: the table is as long as there are processes.
      const { rows } = await sql<{ rank: number; count: number }>`
        with mine as (
          insert into worker_processes (id, seen_at) values (${id}, ${at})
          on conflict (id) do update set seen_at = excluded.seen_at
        ), gone as (
          delete from worker_processes where seen_at < ${at.subtract({ seconds: ALIVE_SECONDS })} and id <> ${id}
        )
        select count(*) filter (where id < ${id})::int as rank, count(*)::int + 1 as count
        from worker_processes
        where seen_at >= ${at.subtract({ seconds: ALIVE_SECONDS })} and id <> ${id}`.execute(db)
      ;({ rank, count } = rows[0]!)
      return 0
    },
    leave: async () => {
      await sql`delete from worker_processes where id = ${id}`.execute(db)
    },
  }
}
