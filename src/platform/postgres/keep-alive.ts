import { enterGate, type Hold } from './cluster-lock.ts'
import { startPostmaster, trimLog } from './launch.ts'
import { findPostmaster, isAlive } from './postmaster.ts'
import type { Site } from './program-site.ts'

/** The PostgreSQL to watch, and the signal that ends watching. */
export type Watch = { readonly pid: number; readonly leaving: AbortSignal }

/** Restarts PostgreSQL on the same port whenever it ends unexpectedly. Never throws. */
export async function keepAlive(site: Site, { pid, leaving }: Watch): Promise<void> {
  let watched = pid
  for (let looks = 1; !leaving.aborted; looks++) {
    await site.wait(LOOK_MS, leaving).catch(() => undefined)
    if (leaving.aborted) return
    try {
      if (looks % 200 === 0) await trimLog(site.place)
      if (await isAlive(watched, site.place)) continue
      site.log('postgres.gone', { pid: watched })
      watched = (await revive(site, leaving)) ?? watched
    } catch (error) {
      site.log('postgres.watch_failed', { error: String(error) })
    }
  }
}

const LOOK_MS = 300
const PAUSE_MAX_MS = 15_000

async function revive(site: Site, leaving: AbortSignal): Promise<number | null> {
  for (let pause = 250; !leaving.aborted; pause = Math.min(pause * 2, PAUSE_MAX_MS)) {
    const pid = await tryRevive(site, leaving)
    if (pid !== null) return pid
    await site.wait(pause, leaving).catch(() => undefined)
  }
  return null
}

/** Restarts PostgreSQL, unless another process that uses the cluster was faster. */
async function tryRevive(site: Site, leaving: AbortSignal): Promise<number | null> {
  let gate: Hold | undefined
  try {
    gate = await enterGate(site)
    if (leaving.aborted) return null
    const { pid } = (await findPostmaster(site)) ?? (await startPostmaster(site, false))
    site.log('postgres.revived', { pid })
    return pid
  } catch (error) {
    site.log('postgres.revival_failed', { error: String(error) })
    return null
  } finally {
    gate?.release()
  }
}
