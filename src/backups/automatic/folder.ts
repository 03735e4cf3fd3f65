import { mkdir, open, readdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { BackupPlace } from '#/platform/runtime/runtime.ts'
import { AutomaticFault } from './fault.ts'
import { nameFile, readFileName, UNFINISHED } from './file-name.ts'
import type { AutomaticKind } from './retention.ts'

export type BackupFile = {
  readonly name: string
  readonly kind: AutomaticKind
  readonly at: Temporal.Instant
  readonly bytes: number
}

/** Says whose backups a folder holds, so that no other instance counts and removes them. */
const OWNER = 'instance.json'
const owner = z.object({ instance: z.string() })

/**
 * Makes the folder, for its owner only, and marks it as this instance's. Refuses the folder of another one: a new instance
 * that has replaced a lost one must not remove what it is to be restored from. `instance` null: it has no id yet.
 */
export async function prepareFolder(folder: string, instance: string | null): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (instance === null) return
  const file = join(folder, OWNER)
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(`${JSON.stringify({ instance })}\n`).finally(() => handle.close())
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const known = owner.safeParse(parse(await readFile(file, 'utf8')))
    if (known.success && known.data.instance === instance) return
    throw new AutomaticFault(
      'other_instance',
      `The folder ${folder} holds the backups of another Earmark. Restore one of them here, name another folder with ` +
        `EARMARK_BACKUP_FOLDER, or delete ${file} to let this one use it.`,
    )
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Lists the finished backups of a folder, the newest first. Files with other names do not count; no folder, no files. */
export async function listFiles(folder: string): Promise<readonly BackupFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const found = names.flatMap((name) => {
    const read = readFileName(name)
    return read ? [{ name, ...read }] : []
  })
  const files = await Promise.all(
    found.map(async (file) => {
      const facts = await stat(join(folder, file.name)).catch(() => null)
      return facts?.isFile() ? [{ ...file, bytes: facts.size }] : []
    }),
  )
  return files.flat().toSorted((a, b) => Temporal.Instant.compare(b.at, a.at))
}

/** Removes what interrupted backups have left. Call only while nobody writes one. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const finished = name.endsWith(UNFINISHED) ? name.slice(0, -UNFINISHED.length) : null
    if (finished !== null && readFileName(finished)) await rm(join(folder, name), { force: true })
  }
}

/** Names a new backup. Two of one second get different names. */
export async function freeName(
  folder: string,
  kind: AutomaticKind,
  at: Temporal.Instant,
): Promise<string> {
  const taken = new Set(await readdir(folder))
  for (let later = 0; ; later += 1) {
    const name = nameFile(kind, at.add({ seconds: later }))
    if (!taken.has(name)) return name
  }
}

/** Bytes that the system keeps for others than backups on the disk of the database. */
const RESERVE = 256 * 1024 * 1024

type Place = Pick<BackupPlace, 'dataFolder' | 'isEmbedded'>

/** Measures how many bytes a backup may still take: a full disk would stop the database that lies on it. */
export async function roomIn(folder: string, place: Place): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize - ((await isOnSameDisk(folder, place)) ? RESERVE : 0)
}

/** True if the loss of the disk takes the database and its backups at once. */
export async function isOnSameDisk(
  folder: string,
  { dataFolder, isEmbedded }: Place,
): Promise<boolean> {
  if (!isEmbedded) return false
  // It is a link to another place if root may not run PostgreSQL here.
  const data = await stat(join(dataFolder, 'postgres')).catch(() => null)
  const backups = await stat(folder).catch(() => data)
  // A folder that does not exist yet is made inside the data folder.
  return data !== null && backups?.dev === data.dev
}
