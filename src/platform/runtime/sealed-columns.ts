/**
 * All columns with sealed values. The types allow no other stored place, a rotation of the master secret reseals them all,
 * and a test compares them with the `bytea` columns of the database.
 */
export const sealedColumns = [
  sealed('authenticators', 'secret', ['person_id']),
  sealed('connections', 'secret', ['household_id', 'id']),
  sealed('ending_items', 'secret', ['id']),
  sealed('mail_settings', 'server', ['name']),
  sealed('mails', 'content', ['id']),
  sealed('notice_ways', 'target', ['household_id', 'id']),
  sealed('oidc_logins', 'facts', ['id']),
  sealed('oidc_sessions', 'id_token', ['session_id']),
  sealed('push_keys', 'private_key', ['id']),
  sealed('webhooks', 'headers', ['household_id', 'id']),
  sealed('webhooks', 'sealed_url', ['household_id', 'id']),
  sealed('webhooks', 'secret', ['household_id', 'id']),
]

export type SealedColumn = (typeof sealedColumns)[number]

/**
 * Binds a sealed value to its column and the last part of its row's key, or the person who received it.
 */
export type Binding =
  | ReturnType<SealedColumn['binding']>
  | LinkBinding
  | AnswerBinding
  | ConfirmationBinding
  | 'known browser'
  | 'doctor'

/**
 * A field of an answer that is stored for replays, of a household. A rotation leaves it alone: it is kept for 30 days, and
 * the former secret opens it.
 */
export type AnswerBinding = `stored answer:${string}`

/** A value that is handed out and not stored, so a rotation does not concern it. */
export type LinkBinding = `plaid link:${string}` | 'mail link'
/** The same: an assistant gets it for one write, and sends it back to confirm. */
export type ConfirmationBinding = `confirmation:${string}`

function sealed<T extends string, C extends string>(table: T, column: C, key: readonly string[]) {
  const binding = (id: string): `${T}.${C}:${string}` => `${table}.${column}:${id}`
  return { table, column, key, binding }
}
