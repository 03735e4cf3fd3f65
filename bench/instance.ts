import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openProduct, type Product } from '#/app/cli/serving/open.ts'
import { type Database, openDatabase } from '#/platform/database/database.ts'
import { adminUrlOf, openCluster } from '#/platform/postgres/cluster.ts'
import { wait } from '#/platform/runtime/clock.ts'
import { readConfig } from '#/platform/runtime/config.ts'

/** A database of the bench's own: the embedded PostgreSQL as the product ships it, durable, in a temporary folder. */
export type Instance = Product & {
  readonly folder: string
  /** The same database as superuser. */
  readonly admin: Database
}

export async function openInstance(): Promise<Instance> {
  const folder = mkdtempSync(join(tmpdir(), 'earmark-bench-'))
  const cluster = await openCluster({ dataFolder: folder, wait, log: () => {} })
  const remove = async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const config = readConfig({ DATABASE_URL: cluster.url, EARMARK_DATA: folder })
    const product = await openProduct({ config, connectionsMax: 4, notice: () => {} })
    const adminUrl = new URL(await adminUrlOf(cluster))
    adminUrl.pathname = new URL(cluster.url).pathname
    const admin = openDatabase({ url: adminUrl.href, connectionsMax: 1 })
    return {
      ...product,
      folder,
      admin,
      close: async () => {
        await admin.destroy()
        await product.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
