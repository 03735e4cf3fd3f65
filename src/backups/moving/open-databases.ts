import { randomInt } from 'node:crypto'
import type { SingleConnection } from '#/platform/database/single-connection.ts'
import { faultOfAddress } from '#/platform/database/read-address.ts'
import {
  HouseholdMoveFault,
  type MoveMeans,
  type MoveOrder,
  NOTHING_CHANGED,
} from './household-move.ts'

/** One connection to each database. The move begins and ends its transactions by itself. */
export type TwoDatabases = {
  readonly source: SingleConnection
  readonly destination: SingleConnection
}

/**
 * Does the work with a connection to each database, while no other process of this source moves the household. Throws
 * `unreachable`, `same_database` or `running`.
 */
export async function withDatabases<T>(
  { connect }: Pick<MoveMeans, 'connect'>,
  { householdId, from, to }: MoveOrder,
  work: (both: TwoDatabases) => Promise<T>,
): Promise<T> {
  const wrong = faultOfAddress(to)
  if (wrong !== null)
    throw new HouseholdMoveFault('unreachable', `--to ${wrong}. ${NOTHING_CHANGED}`)
  const opened: SingleConnection[] = []
  const open = async (address: string) => {
    const one = await connect(address)
    opened.push(one)
    return one
  }
  try {
    const gate = await open(from)
    const source = await open(from)
    const destination = await open(to).catch((error: unknown) => {
      throw unreachable(error)
    })
    // Its locks end with its connection, also when this process is killed.
    await gate.begin('')
    await lockHousehold(gate, householdId)
    await requireTwo(gate, destination)
    return await work({ source, destination })
  } finally {
    for (const one of opened.toReversed()) await one.close()
  }
}

async function lockHousehold(gate: SingleConnection, householdId: string): Promise<void> {
  const [row] = await gate.rows(
    `select pg_try_advisory_xact_lock(hashtextextended('household move ' || $1, 0)) as locked`,
    [householdId],
  )
  if (row!['locked'] === 't') return
  throw new HouseholdMoveFault('running', 'Another process is moving this household right now.')
}

/** Advisory locks belong to a database: one that this process has taken is free in any other. */
async function requireTwo(gate: SingleConnection, destination: SingleConnection): Promise<void> {
  const key = randomInt(2 ** 47)
  await gate.rows('select pg_advisory_xact_lock($1)', [key])
  const [row] = await destination.rows('select pg_try_advisory_xact_lock($1) as free', [key])
  if (row!['free'] === 't') return
  throw new HouseholdMoveFault(
    'same_database',
    `--to leads to the database in which the household is. ${NOTHING_CHANGED}`,
  )
}

function unreachable(error: unknown): HouseholdMoveFault {
  const reason = error instanceof Error && error.message !== '' ? error.message : String(error)
  const message = `The destination does not answer (${reason}): check --to. ${NOTHING_CHANGED}`
  return new HouseholdMoveFault('unreachable', message, { cause: error })
}

/** Names the server and the database of an address, without credentials. */
export function describeAddress(address: string): string {
  const [, place = address] = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^?#]*)/s.exec(address) ?? []
  return place
}
