import { createHmac, randomBytes } from 'node:crypto'
import { canonicalEmail } from '#/core/values/canonical-email.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { PersonRequest } from './person-request.ts'

/** The account that somebody tries to open; `personId` is null if no such account exists. */
type TriedAccount = { readonly email: string; readonly personId: string | null }

type Refused = {
  readonly reason: 'password' | 'second_factor' | 'passkey' | 'oidc'
  /** Null: a passkey or an account at a provider that belongs to nobody. */
  readonly tried: TriedAccount | null
}

/** Logs that somebody could not prove who they are. `packaging/fail2ban` matches the beginning of the line. */
export function logRefusedSignIn(
  { log, client }: Pick<PersonRequest, 'log' | 'client'>,
  { reason, tried }: Refused,
): void {
  const account = tried && describeAccount(tried)
  log('warn', 'security.sign_in.refused', { address: client.wholeAddress, account, reason })
}

/** Logs `too_many_attempts`, if the error is that, and throws it again. Its caller may be the owner, whom strangers keep out. */
export function logLocked(
  { log, client }: Pick<PersonRequest, 'log' | 'client'>,
  tried: TriedAccount,
) {
  return (error: unknown): never => {
    if (error instanceof Refusal && error.code === 'too_many_attempts') {
      log('warn', 'security.sign_in.locked', {
        address: client.wholeAddress,
        account: describeAccount(tried),
      })
    }
    throw error
  }
}

/**
 * Names an account by its person, else by a digest of what was typed: it may be a password in the wrong field, so the key of
 * the digest is forgotten when the process ends, and nobody can find out from the log what it was.
 */
function describeAccount({ personId, email }: TriedAccount): string {
  if (personId !== null) return personId
  return `unknown:${createHmac('sha256', key).update(canonicalEmail(email)).digest('hex').slice(0, 12)}`
}

const key = randomBytes(32)
