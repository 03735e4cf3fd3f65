import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { getuid } from 'node:process'

/** The system user that PostgreSQL runs as when Earmark itself runs as root. */
export type Runner = {
  readonly uid: number
  readonly gid: number
  readonly name: string
  /** The data folder belongs to this user, so files that root creates in it are given to this user. */
  readonly owner: boolean
}

/**
 * Chooses the user for PostgreSQL, which refuses to run as root. `null`: the user who runs Earmark. As
 * root: the owner of an existing cluster, else of the data folder, else `postgres`, else `nobody`.
 */
export async function chooseRunner(dataFolder: string, cluster: string): Promise<Runner | null> {
  if (getuid?.() !== 0) return null
  const folder = await stat(dataFolder)
  if (folder.uid !== 0)
    return { uid: folder.uid, gid: folder.gid, name: `uid ${folder.uid}`, owner: true }
  const made = await stat(cluster).catch(() => null)
  if (made !== null && made.uid !== 0)
    return { uid: made.uid, gid: made.gid, name: `uid ${made.uid}`, owner: false }
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return findUser(users, 'postgres') ?? findUser(users, 'nobody') ?? NOBODY
}

/** Returns true if this user may enter a folder and all folders above it, by their modes. */
export async function canReach(runner: Runner, folder: string): Promise<boolean> {
  const parent = path.dirname(folder)
  if (!(await hasPermission(runner, folder, 0o1))) return false
  return parent === folder ? true : canReach(runner, parent)
}

/** Returns true if the mode of a file or folder grants this user all of these bits (4 read, 2 write, 1 execute). */
export async function hasPermission(runner: Runner, file: string, bits: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(file)
  const shift = uid === runner.uid ? 6 : gid === runner.gid ? 3 : 0
  return ((mode >> shift) & bits) === bits
}

const NOBODY: Runner = { uid: 65534, gid: 65534, name: 'nobody', owner: false }

function findUser(users: string, name: string): Runner | null {
  const fields = users
    .split('\n')
    .map((line) => line.split(':'))
    .find((each) => each[0] === name)
  if (fields === undefined) return null
  const uid = Number(fields[2])
  const gid = Number(fields[3])
  return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0
    ? { uid, gid, name, owner: false }
    : null
}
