import { takeStartLock, type Hold } from './cluster-lock.ts'
import { startPostmaster, trimLog } from './launch.ts'
import { findPostmaster, isAlive } from './postmaster.ts'
import type { ClusterContext } from './cluster-context.ts'

/** The PostgreSQL to watch, and the signal that ends watching. */
export type Watch = { readonly pid: number; readonly leaving: AbortSignal }

/** Restarts PostgreSQL on the same port whenever it ends unexpectedly. Never throws. */
export async function keepAlive(context: ClusterContext, { pid, leaving }: Watch): Promise<void> {
  let watched = pid
  for (let looks = 1; !leaving.aborted; looks++) {
    await context.wait(LOOK_MS, leaving).catch(() => undefined)
    if (leaving.aborted) return
    try {
      if (looks % 60 === 0) await trimLog(context.files)
      if (await isAlive(watched, context.files)) continue
      context.log('postgres.gone', { pid: watched })
      watched = (await revive(context, leaving)) ?? watched
    } catch (error) {
      context.log('postgres.watch_failed', { error: String(error) })
    }
  }
}

/** Reading what runs is most of an idle server's work. */
const LOOK_MS = 1000
const PAUSE_MAX_MS = 15_000

async function revive(context: ClusterContext, leaving: AbortSignal): Promise<number | null> {
  for (let pause = 250; !leaving.aborted; pause = Math.min(pause * 2, PAUSE_MAX_MS)) {
    const pid = await tryRevive(context, leaving)
    if (pid !== null) return pid
    await context.wait(pause, leaving).catch(() => undefined)
  }
  return null
}

/** Restarts PostgreSQL, unless another process that uses the cluster was faster. */
async function tryRevive(context: ClusterContext, leaving: AbortSignal): Promise<number | null> {
  let startLock: Hold | undefined
  try {
    startLock = await takeStartLock(context)
    if (leaving.aborted) return null
    const { pid } = (await findPostmaster(context)) ?? (await startPostmaster(context, false))
    context.log('postgres.revived', { pid })
    return pid
  } catch (error) {
    context.log('postgres.revival_failed', { error: String(error) })
    return null
  } finally {
    startLock?.release()
  }
}
