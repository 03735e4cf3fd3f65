import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupSource, BackupSummary, Sealing } from '#/backups/backup.ts'
import { verifyBackup } from '#/backups/verify-backup.ts'
import { writeBackup } from '#/backups/write-backup.ts'
import type { BackupPlace } from '#/platform/runtime/runtime.ts'
import { AutomaticFault } from './fault.ts'
import { UNFINISHED } from './file-name.ts'
import { roomIn } from './folder.ts'

export type Writing = {
  readonly source: BackupSource
  readonly sealing: Sealing
  readonly folder: string
  readonly name: string
  /** The database, which may be on the same disk. */
  readonly place: Pick<BackupPlace, 'dataFolder' | 'isEmbedded'>
}

/** Bytes between looks at the room on the disk. */
const LOOK_EVERY = 16 * 1024 * 1024

/**
 * Writes a backup under another name, reads all of it back, and only then gives it its name: a file with such a name is
 * complete and opens. A failure leaves nothing behind; a killed process leaves a file that the next one removes.
 * `measure` says how much room there is.
 */
export async function writeFile(writing: Writing, measure = roomIn): Promise<BackupSummary> {
  const { sealing, folder, name } = writing
  const draft = join(folder, name + UNFINISHED)
  try {
    await writeDraft(writing, draft, measure)
    const summary = await verifyBackup(createReadStream(draft), () =>
      Promise.resolve(sealing === 'unsealed' ? '' : sealing.passphrase),
    )
    await rename(draft, join(folder, name))
    await flushFolder(folder)
    return summary
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

async function writeDraft(writing: Writing, draft: string, measure: typeof roomIn): Promise<void> {
  const { source, sealing, folder, place } = writing
  const file = await open(draft, 'wx', 0o600)
  let unlooked = LOOK_EVERY
  try {
    for await (const bytes of writeBackup(source, sealing)) {
      unlooked += bytes.length
      if (unlooked >= LOOK_EVERY) {
        unlooked = 0
        if ((await measure(folder, place)) < LOOK_EVERY) throw noRoom(folder)
      }
      await writeAll(file, bytes)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

type File = Awaited<ReturnType<typeof open>>

async function writeAll(file: File, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    written += (await file.write(bytes, written)).bytesWritten
  }
}

function noRoom(folder: string): AutomaticFault {
  return new AutomaticFault(
    'no_space',
    `There is too little room for a backup in ${folder}. Make room, or name another folder with EARMARK_BACKUP_FOLDER.`,
  )
}

/** Makes the new name survive a power failure. Some file systems cannot, and need not. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
