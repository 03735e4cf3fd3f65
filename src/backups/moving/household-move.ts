import type { SingleConnection } from '#/platform/database/single-connection.ts'

/** A household to move, and the databases between which it goes. */
export type MoveOrder = {
  readonly householdId: string
  /** The address of the database that has the household. */
  readonly from: string
  /** The address of the database that gets it. */
  readonly to: string
  /** People with an account at the destination under the same e-mail address are the same people. */
  readonly linkPeople: boolean
}

/** The means of a move. */
export type MoveMeans = {
  readonly connect: (address: string) => Promise<SingleConnection>
  readonly now: () => Temporal.Instant
  readonly newId: () => string
  readonly wait: (milliseconds: number) => Promise<void>
}

export type Moved = {
  readonly householdId: string
  /** Server and database, without credentials. */
  readonly destination: string
  readonly movedAt: Temporal.Instant
  /** The copy that this run made; null if an earlier run had made it. */
  readonly copied: Copied | null
}

export type Copied = {
  /** Rows of the household's tables. */
  readonly rows: number
  /** Accounts of people that were created at the destination, and members who had one there. */
  readonly peopleCreated: number
  readonly peopleLinked: number
}

export type MoveFaultCode =
  /** The address cannot be used, or nobody answers there. */
  | 'unreachable'
  /** Both addresses lead to the same database. */
  | 'same_database'
  /** A database is not one of this version of Earmark. */
  | 'other_schema'
  /** The destination cannot open the household's secrets. */
  | 'other_secret'
  /** There is no such household, or it is a demo. */
  | 'not_movable'
  /** The destination has a household with this id. */
  | 'exists'
  /** Members have accounts at the destination that nobody said are theirs. */
  | 'people'
  /** An unfinished move of this household goes elsewhere, was cancelled, or has arrived. */
  | 'unfinished'
  /** Another process moves this household at this moment. */
  | 'running'
  /** The household's rows went on changing. */
  | 'busy'
  /** The connection broke, or a database refused, after the move had begun. */
  | 'interrupted'

/** A move that did not come to its end. The message says what holds and what to do. */
export class HouseholdMoveFault extends Error {
  override name = 'HouseholdMoveFault'
  readonly code: MoveFaultCode

  constructor(code: MoveFaultCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The end of messages about a move that was refused before it began. */
export const NOTHING_CHANGED = 'Nothing was changed.'
