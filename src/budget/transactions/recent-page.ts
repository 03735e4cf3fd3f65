import { type RawBuilder, sql } from 'kysely'
import type { Acting } from '#/platform/runtime/call.ts'
import type { Matches, RecentRows } from '#/platform/database/recent-rows.ts'
import type { Filter } from './filter.ts'
import { findMatches, MATCHES_NAMED } from './find-matches.ts'
import type { Page } from './order.ts'
import { versionOf, wireColumns } from './row.ts'

type Reader = Pick<Acting, 'db' | 'recent'> & { readonly caller: Acting['caller'] }
export type Listed = { readonly total: number; readonly data: string }
type Asked = {
  readonly filter: Filter
  readonly page: Page
  /** Counts the rows and names those of the page, joined by commas; null: all matches must be found first. */
  readonly named: RawBuilder<Listed> | null
}

/**
 * Reads a page whose rows are mostly known: PostgreSQL names them, which costs a sixth of writing them, and those that
 * are unknown are read. Returns null where this is not possible or not worth it.
 */
export async function readRecentPage(call: Reader, asked: Asked): Promise<Listed | null> {
  const { recent, db } = call
  // Two versions that one open transaction has written have the same name.
  if (!recent || db.isTransaction) return null
  const named = await namePage(call, recent, asked)
  if (named === null) return null
  const data = await dataOf(call, recent, named.versions)
  return data === null ? null : { total: named.total, data }
}

/** Puts the rows of a page together, or remembers the page if every row is as it was. */
async function dataOf(call: Reader, recent: RecentRows, versions: string): Promise<string | null> {
  if (versions === '') return '[]'
  const key = `${call.caller.householdId} ${versions}`
  const known = recent.pages.find(key)
  if (known !== undefined) return known
  const lines = await linesOf(call, recent, versions.split(','))
  if (lines === null) return null
  // As PostgreSQL puts an array together.
  const data = `[${lines.join(', \n ')}]`
  recent.pages.keep(key, data)
  return data
}

type Named = { readonly total: number; readonly versions: string }

async function namePage(call: Reader, recent: RecentRows, asked: Asked): Promise<Named | null> {
  const isWorthNaming = recent.isWorthNaming(call.caller.householdId)
  if (asked.named === null) return namePageOfMatches(call, recent, asked)
  if (!isWorthNaming) return null
  const { rows } = await asked.named.execute(call.db)
  const { total, data: versions } = rows[0]!
  return { total, versions }
}

async function namePageOfMatches(
  call: Reader,
  recent: RecentRows,
  { filter, page }: Omit<Asked, 'named'>,
): Promise<Named | null> {
  const end = page.offset + page.limit
  if (end > MATCHES_NAMED) return null
  const { total, first } = await rememberMatches(call, recent, { filter, page })
  const isWhole = page.offset === 0 && countOf(first) <= page.limit
  return { total, versions: isWhole ? first : first.split(',').slice(page.offset, end).join() }
}

/** Finds the matches, or remembers what was found since the household has changed last. */
async function rememberMatches(
  { caller: { householdId, state }, db }: Reader,
  { matches }: RecentRows,
  { filter, page }: Omit<Asked, 'named'>,
): Promise<Matches> {
  const { sought: _, ...words } = filter
  const key = `${householdId} ${page.sort} ${JSON.stringify(words)}`
  const known = state === undefined ? undefined : matches.find(`${state} ${key}`)
  if (known && namesPage(known, page)) return known
  const { rows } = await findMatches(householdId, { filter, page }).execute(db)
  const { state: found, ...given } = rows[0]!
  matches.keep(`${found} ${key}`, given)
  return given
}

/** True if the matches that are named are all, or reach to the end of the page. */
function namesPage({ total, first }: Matches, { offset, limit }: Page): boolean {
  return countOf(first) >= Math.min(total, offset + limit)
}

/** Returns how many versions are joined by commas. */
function countOf(versions: string): number {
  if (versions === '') return 0
  let count = 1
  for (let at = versions.indexOf(','); at >= 0; at = versions.indexOf(',', at + 1)) count += 1
  return count
}

/** Returns rows as JSON; null if one of them has changed meanwhile. */
async function linesOf(
  { caller: { householdId }, db }: Reader,
  { lines }: RecentRows,
  versions: readonly string[],
): Promise<readonly string[] | null> {
  const keyOf = (version: string) => `${householdId} ${version}`
  const found = new Map<string, string>()
  const unknown: string[] = []
  for (const version of versions) {
    const line = lines.find(keyOf(version))
    if (line === undefined) unknown.push(version.slice(0, version.indexOf(' ')))
    else found.set(version, line)
  }
  if (unknown.length > 0) {
    const { rows } = await sql<{ version: string; json: string }>`
      select ${versionOf} as version, row_to_json(p)::text as json
      from transactions t cross join lateral (select ${wireColumns}) p
      where t.household_id = ${householdId} and t.id = any(${unknown}::uuid[])`.execute(db)
    for (const { version, json } of rows) {
      lines.keep(keyOf(version), json)
      found.set(version, json)
    }
  }
  const all = versions.flatMap((version) => found.get(version) ?? [])
  return all.length === versions.length ? all : null
}
