import { sql } from 'kysely'
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Binding } from '#/platform/runtime/sealed-columns.ts'

type Needs = Pick<Runtime, 'db' | 'seal' | 'now' | 'newId'>

type Row = { readonly id: string; readonly public_key: string; readonly private_key: Buffer }

const binding = (id: string): Binding => `push_keys.private_key:${id}`

/** The key pair by which push services know this instance (RFC 8292). */
export type PushKeys = {
  /** The uncompressed point in base64url. */
  readonly publicKey: string
  readonly sign: CryptoKey
}

/** Reads the key pair; null before the first browser asked for it. */
export async function findPushKeys(runtime: Pick<Needs, 'db' | 'seal'>): Promise<PushKeys | null> {
  const row = await findRow(runtime)
  if (!row) return null
  const key = await importJWK(readJwk(runtime.seal.open(row.private_key, binding(row.id))), 'ES256')
  if (!(key instanceof CryptoKey)) throw new Error('the push key is not a private key')
  return { publicKey: row.public_key, sign: key }
}

/** Returns the public key, and makes the pair at the first call. Two calls at once make one. */
export async function openPublicKey(runtime: Needs): Promise<string> {
  const known = await findRow(runtime)
  if (known) return known.public_key
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  const id = runtime.newId()
  await sql`
    insert into push_keys (id, public_key, private_key, created_at)
    values (${id}, ${pointOf(jwk)}, ${runtime.seal.seal(JSON.stringify(jwk), binding(id))}, ${runtime.now()})
    on conflict do nothing`.execute(runtime.db)
  const made = await findRow(runtime)
  if (!made) throw new Error('the push key was not stored')
  return made.public_key
}

async function findRow({ db }: Pick<Needs, 'db'>): Promise<Row | undefined> {
  return db.selectFrom('push_keys').select(['id', 'public_key', 'private_key']).executeTakeFirst()
}

function readJwk(text: string): JWK {
  return { ...(JSON.parse(text) as JWK), alg: 'ES256' }
}

/** The uncompressed point: 4, x, y (SEC 1, 2.3.3). */
function pointOf({ x, y }: JWK): string {
  if (x === undefined || y === undefined) throw new Error('the push key is not on a curve')
  const parts = [x, y].map((one) => Buffer.from(one, 'base64url'))
  return Buffer.concat([Buffer.of(4), ...parts]).toString('base64url')
}
