import { sql } from 'kysely'
import { type Database, sessionSettings } from '#/platform/database/database.ts'

/** A machine that keeps households, and what its sessions begin with. */
export type Worker = {
  readonly place: string
  /** Null: it has no extension. */
  readonly version: string | null
  /** The most transactions that may be prepared for a commit on several machines. */
  readonly prepared: number
  readonly settings: Readonly<Record<string, string>>
}

/**
 * Settings that the coordinator does not pass on to the sessions that it opens at workers. The time limit of a statement is
 * missing: the coordinator ends what takes too long, and a table is distributed for as long as it takes.
 */
const settings: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  jit: sessionSettings.jit,
  lock_timeout: sessionSettings.lock_timeout,
  idle_in_transaction_session_timeout: '10min',
}

/** Asks each worker. Fails if one does not answer. */
export async function readWorkers(db: Database): Promise<readonly Worker[]> {
  const shown = Object.keys(settings).map((name) => `'${name}', current_setting('${name}')`)
  const answers = await runOnWorkers(
    db,
    `select json_build_object(
      'version', (select extversion from pg_extension where extname = 'citus'),
      'prepared', current_setting('max_prepared_transactions')::int,
      'settings', json_build_object(${shown.join(', ')}))`,
  )
  return answers.map(({ place, result }) => ({
    place,
    ...(JSON.parse(result) as Omit<Worker, 'place'>),
  }))
}

/** Lets the sessions at workers begin with our settings, as those at the coordinator do. Returns true if any did not. */
export async function settleWorkers(db: Database): Promise<boolean> {
  const workers = await readWorkers(db)
  const differing = Object.entries(settings).filter(([name, value]) =>
    workers.some((worker) => worker.settings[name] !== value),
  )
  for (const [name, value] of differing) {
    // A worker would pass it on to the others, which change the same row at this moment.
    await runOnWorkers(
      db,
      `do $$ begin
        set local citus.enable_alter_role_set_propagation = off;
        execute format('alter role %I in database %I set ${name} = %L', current_user, current_database(), '${value}');
      end $$`,
    )
  }
  return differing.length > 0
}

type Answer = { readonly place: string; readonly result: string }

async function runOnWorkers(db: Database, command: string): Promise<readonly Answer[]> {
  const { rows } = await sql<Answer & { success: boolean }>`
    select nodename || ':' || nodeport as place, success, result
    from run_command_on_workers(${command}) order by 1`.execute(db)
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new Error(`worker ${failed.place}: ${failed.result}`)
  return rows
}
