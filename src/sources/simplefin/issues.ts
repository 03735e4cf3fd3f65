import { plainMessage } from '#/sources/provider/plain-text.ts'
import type { AccountRef, CatalogAccount, Issue } from '#/sources/provider/provider.ts'
import type { SentError } from './answer.ts'

/** An error of an answer, and the days that the server cut the window to. */
export type ReadIssue = { issue: Issue; cappedDays: number | null }

const DAY_SECONDS = 24 * 60 * 60

/**
 * Turns the errors of an answer into issues: by special texts, then by code (an unknown code counts as its prefix),
 * then by the bank that the text names. `accounts` are those of the same answer.
 */
export function readIssues(
  errors: readonly SentError[],
  accounts: readonly CatalogAccount[],
): ReadIssue[] {
  return errors.flatMap((error) => {
    const message = plainMessage(error.message) || 'The provider reported an error without a text.'
    const special = byText(message)
    if (special !== null) return [special]
    const issue =
      error.code === '' ? byName(message, accounts) : byCode({ ...error, message }, accounts)
    return issue.map((found) => ({ issue: found, cappedDays: null }))
  })
}

/** Recognises texts for which no version defines a code. */
function byText(message: string): ReadIssue | null {
  const range = /exceeds (?:limit|recommended range) of (\d+) days/i.exec(message)
  if (range) {
    const capped = /was capped/i.test(message)
    const issue = issueOf('request', 'notice', message)
    return { issue, cappedDays: capped ? Number(range[1]) : null }
  }
  if (/fewer requests|once every 24 hours|too many requests|rate limit|quota/i.test(message)) {
    const issue = issueOf('connection', 'quota', message)
    return { issue: { ...issue, retryAfterSeconds: DAY_SECONDS }, cappedDays: null }
  }
  if (/payment required|subscription (?:has )?(?:expired|lapsed)/i.test(message)) {
    return { issue: issueOf('connection', 'payment', message), cappedDays: null }
  }
  return null
}

function byCode(error: SentError, accounts: readonly CatalogAccount[]): Issue[] {
  const { code, message, connId, accountId } = error
  const [prefix = '', detail] = code.split('.')
  const refs = accounts.map((account) => account.ref)
  if (prefix === 'act') {
    const named = refs.filter(
      (ref) => ref.externalId === accountId && (connId === null || ref.institutionId === connId),
    )
    if (accountId === null) return [issueOf('connection', 'incomplete', message)]
    const missing = { institutionId: connId ?? '', externalId: accountId }
    return (named.length > 0 ? named : [missing]).map((ref) => ({
      ...issueOf('account', 'incomplete', message),
      ...aboutAccount(ref),
    }))
  }
  if (prefix === 'con') {
    const institutionId = connId ?? onlyInstitution(refs)
    const kind = detail === 'auth' ? 'reauth' : 'retry'
    // Without a named bank the error degrades the connection: stopping all banks for one would be wrong.
    if (institutionId === null) return [issueOf('connection', 'retry', message)]
    return [{ ...issueOf('institution', kind, message), institutionId }]
  }
  // Accounts in the answer prove that access works, so the connection is not stopped.
  const locked = prefix === 'gen' && detail === 'auth' && accounts.length === 0
  return [issueOf('connection', locked ? 'reauth' : 'retry', message)]
}

/** Finds banks by their names in the text, because version 1 says only "Connection to NAME may need attention". */
function byName(message: string, accounts: readonly CatalogAccount[]): Issue[] {
  const ids = new Set(
    accounts
      .filter((account) => mentions(message, account.institution.name))
      .map((account) => account.institution.id),
  )
  if (ids.size === 0) return [issueOf('connection', 'retry', message)]
  const needsPerson = /attention|re-?auth|sign in|log ?in|credential|password|reconnect/i.test(
    message,
  )
  const kind = needsPerson ? 'reauth' : 'retry'
  return [...ids].map((institutionId) => ({
    ...issueOf('institution', kind, message),
    institutionId,
  }))
}

function mentions(message: string, name: string): boolean {
  const [text, wanted] = [message.toLowerCase(), plainMessage(name).toLowerCase()]
  const at = wanted.length < 3 ? -1 : text.indexOf(wanted)
  // "Chase" must not match "purchased".
  return (
    at >= 0 && !/\p{L}/u.test(text[at - 1] ?? '') && !/\p{L}/u.test(text[at + wanted.length] ?? '')
  )
}

function onlyInstitution(refs: readonly AccountRef[]): string | null {
  const ids = new Set(refs.map((ref) => ref.institutionId))
  return ids.size === 1 ? (refs[0]?.institutionId ?? null) : null
}

function aboutAccount(ref: AccountRef): { institutionId: string; account: AccountRef } {
  return { institutionId: ref.institutionId, account: ref }
}

/** Creates an issue that names neither bank nor account. */
export function issueOf(scope: Issue['scope'], kind: Issue['kind'], message: string): Issue {
  return { scope, kind, message, institutionId: null, account: null, retryAfterSeconds: null }
}
