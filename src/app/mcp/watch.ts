import type { Endpoint } from '#/platform/contract/endpoint.ts'

/** A read that is answered before and after a write, inside the write's own transaction. */
export type WatchedRead = {
  readonly name: string
  readonly endpoint: Endpoint
  readonly params?: Readonly<Record<string, string>>
}

/** The answers to watched reads by their names; null for what does not exist. */
export type Seen = Readonly<Record<string, unknown>>

/**
 * Watches a write. Only code of this process can ask for it: it travels beside the request, and no header or field of a
 * request can name it.
 */
export type Watch = {
  readonly reads: readonly WatchedRead[]
  /** False: a dry run. Everything is rolled back once the write has been judged. */
  readonly keep: boolean
  /** Sees the write before it is committed. Throws a refusal to roll it back. */
  readonly judge: (before: Seen, after: Seen) => void
}

const key = Symbol('watch')

/** Makes the environment of a request that is watched. */
export function watchedBy(watch: Watch | undefined, environment: object): object {
  return watch ? { ...environment, [key]: watch } : environment
}

/** Finds the watch of a request; null for every request from outside. */
export function watchOf(environment: unknown): Watch | null {
  if (environment === null || typeof environment !== 'object') return null
  return (environment as { readonly [key]?: Watch })[key] ?? null
}
