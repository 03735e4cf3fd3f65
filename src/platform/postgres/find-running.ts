import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { filesIn } from './cluster-files.ts'
import { addressOf } from './prepare-database.ts'
import { isAlive, readRecord } from './postmaster.ts'

/** The embedded PostgreSQL of a data folder, as somebody finds it who only looks. */
export type FoundCluster =
  | { readonly state: 'running'; readonly url: string }
  | { readonly state: 'stopped' | 'starting' | 'password_lost' }

/** Finds a running PostgreSQL. Neither starts, adopts nor repairs anything. */
export async function findRunning(dataFolder: string): Promise<FoundCluster> {
  const folder = await realpath(path.join(dataFolder, 'postgres')).catch(() => null)
  if (folder === null) return { state: 'stopped' }
  const files = filesIn(folder, null)
  const record = await readRecord(files)
  if (record === null || !(await isAlive(record.pid, files))) return { state: 'stopped' }
  if (!record.ready) return { state: 'starting' }
  const password = await readFile(files.rolePassword, 'utf8').catch(() => '')
  if (password.trim() === '') return { state: 'password_lost' }
  return { state: 'running', url: addressOf(record, password.trim()) }
}
