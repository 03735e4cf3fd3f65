import { readFileSync } from 'node:fs'

// Reads the SQL that the product sends. A statement that concerns one household compares the `household_id` of each of its
// tables with a parameter, because a database that keeps households on several machines decides by that parameter, and by
// nothing else, where a statement runs.

/** The tables that are kept by household: their primary key begins with it. */
export const householdTables: ReadonlySet<string> = new Set(
  [
    ...readFileSync('db/schema.sql', 'utf8').matchAll(
      /^alter table (\w+) add constraint \w+ primary key \(household_id\b/gim,
    ),
  ].map((match) => match[1]!),
)

type Token = string | Group
/** The tokens in parentheses. */
type Group = { readonly within: readonly Token[] }

/** Returns what is wrong with a statement: one line for each table that is not compared with a parameter. */
export function findOpenTables(text: string): string[] {
  const tokens = readGroups(tokenize(text))
  const known = { temporary: findTemporary(tokens) }
  const constant = changesInParts(tokens) ? findConstant(tokens) : []
  return [...new Set([...judge(tokens, known), ...findBare(tokens), ...constant])]
}

/** True if a statement changes rows in its common table expressions. */
function changesInParts(tokens: readonly Token[]): boolean {
  const changing = ['insert', 'update', 'delete']
  return (
    tokens[0] === 'with' &&
    tokens.some((token) => isGroup(token) && changing.some((word) => word === token.within[0]))
  )
}

/**
 * Conditions that parameters alone decide. Where one of them is false, Citus knows that this part of a statement finds nothing,
 * and silently leaves out the other parts too; `(select $1)` keeps it from knowing.
 */
function findConstant(tokens: readonly Token[]): string[] {
  const inner = tokens.filter(isGroup).flatMap(({ within }) => findConstant(within))
  if (!isQuery(tokens)) return inner
  const demands = split(tokens).flatMap(conditionsOf).flatMap(demandsOf)
  const isDecided = demands.some((demand) =>
    /^(?:not )?\$\d+(?: :: \w+)?(?: is (?:not )?null| [<>=]+ \$\d+(?: :: \w+)?)?$/.test(
      write(demand),
    ),
  )
  return [...inner, ...(isDecided ? ['decided by parameters'] : [])]
}

/** Subqueries without columns, whose results Citus cannot pass on between machines. */
function findBare(tokens: readonly Token[]): string[] {
  return tokens.filter(isGroup).flatMap(({ within }) => {
    const isBare = within[0] === 'select' && within[1] === 'from'
    return [...(isBare ? ['no columns'] : []), ...findBare(within)]
  })
}

type Known = { readonly temporary: ReadonlySet<string> }

/** Words in lower case without their quotation marks, strings as `''`, numbers, parameters and symbols. */
function tokenize(text: string): string[] {
  const pattern =
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"([^"]+)"|\$\d+|[a-z_][\w$]*|\d[\w.]*|::|[<>=!@#&|?~^*/+-]+|\S/gi
  return [...text.matchAll(pattern)].flatMap(([token, quoted]) => {
    if (token.startsWith('--') || token.startsWith('/*')) return []
    if (token.startsWith("'")) return ["''"]
    return [quoted ?? token.toLowerCase()]
  })
}

function readGroups(tokens: readonly string[]): Token[] {
  const open: Token[][] = [[]]
  for (const token of tokens) {
    if (token === '(') open.push([])
    else if (token === ')' && open.length > 1) {
      const within = open.pop()!
      open.at(-1)!.push({ within })
    } else open.at(-1)!.push(token)
  }
  return open[0]!
}

/** The names after `with`, which hide tables of the same name. */
function findTemporary(tokens: readonly Token[]): Set<string> {
  const found = new Set<string>()
  for (const [index, token] of tokens.entries()) {
    if (typeof token !== 'string') {
      for (const name of findTemporary(token.within)) found.add(name)
      continue
    }
    if (token !== 'as' || !isGroup(skipMaterialized(tokens, index + 1))) continue
    const before = tokens[index - 1]
    const name = isGroup(before) ? tokens[index - 2] : before
    if (typeof name === 'string') found.add(name)
  }
  return found
}

function skipMaterialized(tokens: readonly Token[], index: number): Token | undefined {
  const rest = tokens.slice(index, index + 3)
  return rest.find((token) => token !== 'not' && token !== 'materialized')
}

/** Writes tokens as text, without what is in parentheses. */
function write(tokens: readonly Token[]): string {
  return tokens.map((token) => (isGroup(token) ? '()' : token)).join(' ')
}

function isGroup(token: Token | undefined): token is Group {
  return typeof token === 'object'
}

const combining = new Set(['union', 'intersect', 'except'])

function judge(tokens: readonly Token[], known: Known): string[] {
  const inner = tokens.filter(isGroup).flatMap(({ within }) => judge(within, known))
  if (!isQuery(tokens)) return inner
  return [...inner, ...split(tokens).flatMap((part) => judgePart(part, known))]
}

function isQuery([first]: readonly Token[]): boolean {
  return ['select', 'with', 'insert', 'update', 'delete'].some((word) => word === first)
}

/** The parts of a `union`. */
function split(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (typeof token === 'string' && combining.has(token)) parts.push([])
    else parts.at(-1)!.push(token)
  }
  return parts
}

type Reference = { readonly table: string; readonly alias: string }

const clauseWords = new Set(
  'select from where on group order limit offset having window returning for set values join left right full inner cross using do'.split(
    ' ',
  ),
)

function judgePart(tokens: readonly Token[], known: Known): string[] {
  const references = findReferences(tokens, known)
  const compared = conditionsOf(tokens).flatMap((condition) => findCompared(condition))
  const isOnly = references.length === 1
  const open = references.filter(
    ({ alias }) => !compared.includes(alias) && !(isOnly && compared.includes('')),
  )
  return [
    ...open.map(({ table, alias }) => (table === alias ? table : `${table} ${alias}`)),
    ...(isRowSource(tokens, references) ? [] : judgeInserted(tokens)),
  ]
}

/** The household tables that a part of a statement reads or changes. */
function findReferences(tokens: readonly Token[], known: Known): Reference[] {
  const found: Reference[] = []
  let inFrom = false
  for (const [index, token] of tokens.entries()) {
    if (typeof token !== 'string') continue
    const before = tokens[index - 1]
    const begins =
      (token === 'from' && before !== 'distinct') ||
      token === 'join' ||
      (token === 'using' && !isGroup(tokens[index + 1])) ||
      (token === 'update' && !['for', 'key', 'do'].some((word) => word === before)) ||
      (token === ',' && inFrom)
    if (token === 'from' || token === 'using') inFrom = true
    else if (clauseWords.has(token) && !['on', 'join', 'left', 'inner', 'cross'].includes(token))
      inFrom = false
    if (!begins) continue
    const reference = readReference(tokens.slice(index + 1, index + 6))
    if (reference && householdTables.has(reference.table) && !known.temporary.has(reference.table))
      found.push(reference)
  }
  return found
}

function readReference(tokens: readonly Token[]): Reference | null {
  const rest = tokens.filter((token) => token !== 'lateral' && token !== 'only' && token !== 'as')
  const [table, next] = rest
  if (typeof table !== 'string' || isGroup(next)) return null
  const isAlias = typeof next === 'string' && /^[a-z_]\w*$/.test(next) && !clauseWords.has(next)
  return { table, alias: isAlias ? next : table }
}

/** Everything that a part demands of its rows, each `where` and `on` by itself. */
function conditionsOf(tokens: readonly Token[]): Token[][] {
  const conditions: Token[][] = []
  let current: Token[] | null = null
  for (const [index, token] of tokens.entries()) {
    if (token === 'where' || (token === 'on' && tokens[index + 1] !== 'conflict')) {
      current = []
      conditions.push(current)
    } else if (typeof token === 'string' && clauseWords.has(token) && !isWithin(tokens, index)) {
      current = null
    } else current?.push(token)
  }
  return conditions
}

/** `is distinct from` does not begin a clause. */
function isWithin(tokens: readonly Token[], index: number): boolean {
  return tokens[index] === 'from' && tokens[index - 1] === 'distinct'
}

/** The aliases whose `household_id` must equal a parameter for a condition to hold; '' where none is named. */
function findCompared(condition: readonly Token[]): string[] {
  if (condition.includes('or')) return []
  return demandsOf(condition).flatMap((demand) => {
    const [first] = demand
    if (demand.length === 1 && isGroup(first)) return findCompared(first.within)
    const alias = comparedBy(demand)
    return alias === null ? [] : [alias]
  })
}

/** The parts of a condition that `and` joins. */
function demandsOf(condition: readonly Token[]): Token[][] {
  const demands: Token[][] = [[]]
  for (const token of condition) {
    if (token === 'and') demands.push([])
    else demands.at(-1)!.push(token)
  }
  return demands
}

function comparedBy(demand: readonly Token[]): string | null {
  const line = write(demand)
  const match =
    /^(?:(\w+) \. )?household_id = \$\d+(?: :: uuid)?$/.exec(line) ??
    /^\$\d+(?: :: uuid)? = (?:(\w+) \. )?household_id$/.exec(line)
  return match ? (match[1] ?? '') : null
}

/** Rows that a function makes of a parameter carry their household; Citus reads them before it sends them. */
function isRowSource(tokens: readonly Token[], references: readonly Reference[]): boolean {
  return references.length === 0 && tokens.includes('json_populate_recordset')
}

/** Rows are inserted for a household that is a parameter too. */
function judgeInserted(tokens: readonly Token[]): string[] {
  const start = tokens.indexOf('into')
  if (tokens[start - 1] !== 'insert') return []
  const table = write(tokens.slice(start + 1, start + 2))
  if (!householdTables.has(table)) return []
  const columns = tokens.slice(start + 2).find(isGroup)
  if (!columns) return [`${table}: no columns`]
  const position = listed(columns.within).findIndex((column) => write(column) === 'household_id')
  const rest = tokens.slice(tokens.indexOf(columns) + 1)
  const values = rest[0] === 'values' ? rest.slice(1).filter(isGroup) : []
  const rows = rest[0] === 'values' ? [values[0]!.within] : selected(rest)
  const isOne = rows.every((row) => {
    const value = listed(row)[position]
    return (
      value !== undefined &&
      /^(?:distinct on \(\) )?\$\d+(?: :: uuid)?(?: as \w+)?$/.test(write(value))
    )
  })
  return isOne ? [] : [`${table}: inserted`]
}

function selected(tokens: readonly Token[]): (readonly Token[])[] {
  const start = tokens.indexOf('select') + 1
  const end = tokens.findIndex((token, index) => index >= start && token === 'from')
  return [tokens.slice(start, end < 0 ? undefined : end)]
}

function listed(tokens: readonly Token[]): Token[][] {
  const items: Token[][] = [[]]
  for (const token of tokens) {
    if (token === ',') items.push([])
    else items.at(-1)!.push(token)
  }
  return items
}
