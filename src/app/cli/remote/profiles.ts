import process from 'node:process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod'
import { CommandError } from '#/app/cli/parsing/command.ts'

const profile = z.object({
  url: z.string(),
  api_key: z.string(),
  household_id: z.string(),
  scopes: z.array(z.string()),
  expires_at: z.string(),
  /** The person agreed to plain http beyond a private network. */
  insecure_http: z.boolean().optional(),
})

const kept = z.object({
  version: z.literal(1),
  /** The profile in use; null: no one is. */
  current: z.string().nullable(),
  profiles: z.record(z.string(), profile),
})

export type Profile = z.infer<typeof profile>
export type Profiles = z.infer<typeof kept>

const NONE: Profiles = { version: 1, current: null, profiles: {} }
/** The bits of a mode that open a file to others. */
const OTHERS = 0o077
/** The bits that let others replace files of a folder. */
const OTHERS_WRITE = 0o022

/**
 * Reads the profiles, none if there is no file. A file that others may read is refused: it holds API keys. On Windows, the
 * folder of settings belongs to the user alone, and modes say nothing.
 */
export async function readProfiles(path: string): Promise<Profiles> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new CommandError(`${path} cannot be read: ${error.message}`)
  })
  if (file === null) return NONE
  try {
    // Checks the file that is open: nobody can exchange it in between.
    requirePrivate(path, await file.stat())
    requirePrivateFolder(dirname(path), await stat(dirname(path)))
    return parse(path, await file.readFile('utf8'))
  } finally {
    await file.close()
  }
}

type Owned = { readonly mode: number; readonly uid: number }

function requirePrivate(path: string, { mode, uid }: Owned): void {
  requireOwn(path, uid)
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return
  throw new CommandError(
    `Others can read ${path} (mode ${modeText(mode)}), which holds API keys. Run: chmod 600 ${shellWord(path)}`,
  )
}

function requirePrivateFolder(folder: string, { mode, uid }: Owned): void {
  requireOwn(folder, uid)
  if (process.platform === 'win32' || (mode & OTHERS_WRITE) === 0) return
  throw new CommandError(
    `Others can replace files in ${folder} (mode ${modeText(mode)}). Run: chmod 700 ${shellWord(folder)}`,
  )
}

function requireOwn(path: string, uid: number): void {
  const own = process.getuid?.()
  if (own === undefined || uid === own) return
  throw new CommandError(`${path} belongs to another user (${uid}), so it is not used.`)
}

function modeText(mode: number): string {
  return (mode & 0o777).toString(8)
}

/** Quotes a path for a shell if it needs that. */
function shellWord(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

function parse(path: string, text: string): Profiles {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw damaged(path, 'it is not JSON')
  }
  const read = kept.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw damaged(path, `${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
}

function damaged(path: string, why: string): CommandError {
  return new CommandError(
    `${path} is not a file of profiles (${why}). Repair it, or remove it and log in again.`,
  )
}

/**
 * Writes the profiles, readable for this user alone. A new file replaces the old one at once, so that a crash leaves one of
 * them whole. Where a link leads elsewhere, the file there is replaced.
 */
export async function writeProfiles(path: string, profiles: Profiles): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const folder = dirname(target)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  requirePrivateFolder(folder, await stat(folder))
  const temporary = join(folder, `.${basename(target)}.${randomUUID()}`)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(profiles, null, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await chmod(temporary, 0o600)
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw new CommandError(`${path} cannot be written: ${(error as Error).message}`)
  }
}

/** Finds a profile by its name. Throws with the names that there are. */
export function findProfile({ profiles }: Profiles, name: string): Profile {
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (found) return found
  const names = Object.keys(profiles).toSorted()
  throw new CommandError(
    names.length === 0
      ? `There is no profile "${name}": \`earmark login https://…\` makes one.`
      : `There is no profile "${name}", only ${names.join(', ')}.`,
  )
}
