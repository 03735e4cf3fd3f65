import { connectSingle, type SingleConnection } from '#/platform/database/single-connection.ts'

/** Thrown in place of what a killed process would have done next. */
export class Killed extends Error {
  override name = 'Killed'
}

/** The number of a statement, or of a commit: those of other households may have more statements before it. */
export type Place = number | { readonly commit: number } | null

/**
 * Opens connections of a process that dies at a statement: `before` it is sent, or `after` it has run and before its answer is
 * heard. Counts the statements of all its connections; `at` null: it lives.
 */
export function dyingProcess(at: Place, when: 'before' | 'after' = 'before') {
  let count = 0
  let commits = 0
  let isDead = false
  const die = (): never => {
    isDead = true
    throw new Killed()
  }
  const run = async <T>(statement: () => Promise<T>, isCommit = false): Promise<T> => {
    if (isDead) die()
    count += 1
    if (isCommit) commits += 1
    const isIt = typeof at === 'number' ? count === at : isCommit && commits === at?.commit
    if (isIt && when === 'before') die()
    const answer = await statement()
    return isIt ? die() : answer
  }
  const connect = async (address: string): Promise<SingleConnection> => {
    const one = await connectSingle(address)
    return {
      ...one,
      begin: (mode) => run(() => one.begin(mode)),
      run: (text) => run(() => one.run(text), text === 'commit'),
      rows: (text, values) => run(() => one.rows(text, values)),
      copyIn: (text, data) => run(() => one.copyIn(text, data)),
    }
  }
  return { connect, statements: () => count, commits: () => commits }
}
