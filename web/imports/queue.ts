import type { Import, Preview } from './import.ts'
import type { NewAccount } from './new-account.tsx'

/** A file of several, and the account that it is for: the id of an existing one, or the name of a new one. */
export type Queued = {
  readonly key: string
  readonly file: File
  readonly into: string
}

/** How a file of the queue has ended: an import in one of its last states, or a fault before there was one. */
export type Outcome =
  | { readonly kind: 'ended'; readonly statement: Import }
  | { readonly kind: 'failed'; readonly error: unknown }

export function endedWith(statement: Import) {
  return { kind: 'ended', statement } as const
}

/** Says how a file has ended. */
export function stateOf(outcome: Outcome): 'done' | 'failed' | 'skipped' {
  if (outcome.kind === 'failed' || outcome.statement.status === 'failed') return 'failed'
  return outcome.statement.status === 'done' ? 'done' : 'skipped'
}

/** The new accounts of a queue by the names that the files gave them. */
export type NewAccounts = Readonly<Record<string, NewAccount>>

/** Checks whether a person must decide something before a file can be imported. A missing balance is asked at the end. */
export function isUnclear({ question, counts }: Preview): boolean {
  return question !== null || counts === null
}
