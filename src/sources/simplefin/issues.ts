import { plainMessage } from '#/sources/provider/plain-text.ts'
import type { AccountRef, CatalogAccount, Issue } from '#/sources/provider/provider.ts'
import type { SentError } from './answer.ts'

/** An answer's error, and how far back it says the window was cut. */
export type ReadIssue = { issue: Issue; cappedDays: number | null }

const DAY_SECONDS = 24 * 60 * 60

/**
 * What an error of an answer means for us, by its code (an unknown one counts as its prefix), else by what its text says
 * and whom it names. `accounts` are those of the same answer.
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

/** Texts that mean the same in every version and under every code: no server defines codes for them. */
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
    // Without a name it cannot be laid on one bank, and must not be laid on all: one bank at fault is no reason to stop.
    if (institutionId === null) return [issueOf('connection', 'retry', message)]
    return [{ ...issueOf('institution', kind, message), institutionId }]
  }
  // Where other accounts came, access works: the whole connection is not to be stopped.
  const locked = prefix === 'gen' && detail === 'auth' && accounts.length === 0
  return [issueOf('connection', locked ? 'reauth' : 'retry', message)]
}

/** Version 1 says "Connection to NAME may need attention": the names are all there is. */
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
  // "Chase" is not named by "purchased".
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

/** An issue that names nobody yet. */
export function issueOf(scope: Issue['scope'], kind: Issue['kind'], message: string): Issue {
  return { scope, kind, message, institutionId: null, account: null, retryAfterSeconds: null }
}
