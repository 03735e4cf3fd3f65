import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { refusedReasons } from './app-contract.ts'

/** The folder in the data folder for an uploaded backup. */
const FOLDER = 'restoring'

const course = z.object({
  state: z.enum(['receiving', 'checking', 'restoring', 'done', 'refused']),
  reason: z.enum(refusedReasons).nullable(),
  header: z.object({ made_at: z.string(), version: z.string(), sealed: z.boolean() }).nullable(),
  contents: z.object({ households: z.int(), people: z.int(), transactions: z.int() }).nullable(),
  share: z.number().nullable(),
  /** The process that checks or restores. */
  pid: z.int().nullable(),
})

/** How far an upload is, kept in a file so that every process of this machine can say. */
export type Course = z.output<typeof course>

export const beginning: Course = {
  state: 'receiving',
  reason: null,
  header: null,
  contents: null,
  share: null,
  pid: null,
}

type Place = { readonly backups: Pick<Runtime['backups'], 'dataFolder'> }

export type UploadFiles = { readonly file: string; readonly course: string }

/** Only ids that this server made are names of files. */
export function filesOf({ backups }: Place, id: string): UploadFiles | null {
  if (!/^[\w-]{20,60}$/.test(id)) return null
  const folder = join(backups.dataFolder, FOLDER)
  return { file: join(folder, `${id}.upload`), course: join(folder, `${id}.json`) }
}

/** Begins an upload in place of every other one. */
export async function makeFiles(place: Place, id: string): Promise<void> {
  await removeUploads(place)
  await mkdir(join(place.backups.dataFolder, FOLDER), { recursive: true, mode: 0o700 })
  const files = filesOf(place, id)!
  await writeFile(files.file, '', { mode: 0o600 })
  await writeCourse(files, beginning)
}

export async function removeUploads({ backups }: Place): Promise<void> {
  await rm(join(backups.dataFolder, FOLDER), { recursive: true, force: true })
}

/** Returns null for an upload that does not exist. */
export async function readCourse(
  files: UploadFiles,
): Promise<(Course & { readonly received: number }) | null> {
  try {
    const read = course.parse(JSON.parse(await readFile(files.course, 'utf8')))
    const received = await stat(files.file).then(
      ({ size }) => size,
      () => 0,
    )
    return { ...read, received }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Replaces the file as a whole, because others read it at any time. */
export async function writeCourse(files: UploadFiles, now: Course): Promise<void> {
  const draft = `${files.course}.new`
  await writeFile(draft, JSON.stringify(now), { mode: 0o600 })
  await rename(draft, files.course)
}

/** Adds a piece if it begins where the file ends. Returns the size of the file. */
export async function append(
  files: UploadFiles,
  { position, bytes }: { readonly position: number; readonly bytes: Uint8Array },
): Promise<number> {
  const file = await open(files.file, 'r+')
  try {
    const { size } = await file.stat()
    if (size !== position) return size
    for (let written = 0; written < bytes.length;) {
      const part = await file.write(bytes, written, bytes.length - written, position + written)
      written += part.bytesWritten
    }
    return position + bytes.length
  } catch (error) {
    // Half a piece must not count.
    await file.truncate(position).catch(() => undefined)
    throw error
  } finally {
    await file.close()
  }
}
