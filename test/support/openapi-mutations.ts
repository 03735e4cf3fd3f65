import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { placeOf, type Sample } from './openapi-samples.ts'
import type { RequestOptions } from './product.ts'

/** Chance that repeats itself: mulberry32. */
export type Dice = {
  readonly below: (limit: number) => number
  readonly pick: <T>(from: readonly T[]) => T
  readonly chance: (probability: number) => boolean
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: (from) => from[below(from.length)]!, chance: (p) => next() < p }
}

/** A request that may be wrong in any way. */
export type Mischief = {
  readonly method: string
  readonly path: string
  readonly options: RequestOptions
}

export type Target = {
  readonly declared: Endpoint
  readonly sample: Sample
  /** Ids that exist, here or in another household, or nowhere. */
  readonly ids: readonly string[]
}

/** A request for one endpoint that would succeed, spoilt in one to three ways. */
export function spoil({ below, pick, chance }: Dice, target: Target): Mischief {
  const { declared, sample, ids } = target
  const dice = { below, pick, chance }
  let method: string = declared.method
  let id = sample.id ?? ''
  let path: string = declared.path
  let query = ''
  let rawBody: RequestOptions['rawBody'] =
    declared.body === undefined ? undefined : JSON.stringify(sample.body)
  const headers: Record<string, string> = {}
  for (let left = 1 + below(3); left > 0; left -= 1) {
    const way = below(declared.body ? 10 : 6)
    if (way === 0) id = chance(0.5) ? pick(ids) : pick(strangeSegments)
    else if (way === 1) query = spoilQuery(dice, target)
    else if (way === 2) Object.assign(headers, pick(strangeHeaders))
    else if (way === 3 && chance(0.3)) method = pick(methods)
    else if (way === 4) path = spoilPath(dice, path)
    else if (way === 5) query = spoilQuery(dice, target)
    else if (way >= 6) rawBody = spoilBody(dice, sample.body, ids)
  }
  const bodiless = method === 'GET' || method === 'HEAD'
  return {
    method,
    path: placeOf(path, { ...sample, id }),
    options: { query, headers, ...(rawBody !== undefined && !bodiless && { rawBody }) },
  }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'X']

/** Texts of JSON values, most of which no field takes. */
const values: readonly string[] = [
  ['null', 'true', '0', '-0', '1', '-1', '12', '"12"', '1.0', '1.5', '1e3', '1E+2', '1e400'],
  ['9007199254740991', '9007199254740992', '-9007199254740993', '1000000000001', '1e-7'],
  ['NaN', 'Infinity', '-Infinity', 'undefined', '01', '+1', '.5', '0x10', "'a'", '1_000'],
  ['""', '" "', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u200b"'],
  [
    '"\\u00a0\\u3000"',
    '"👨‍👩‍👧‍👦"',
    '"e\\u0301"',
    '"\\u202e"',
    '"%"',
    '"_"',
    '"\\\\"',
    '"\'; drop table x; --"',
  ],
  ['"2026-02-30"', '"2026-2-3"', '"0000-00-00"', '"9999-12-31"', '"+002026-01-01"', '"1969-12-31"'],
  [
    '"2026-01-04T00:00:00Z"',
    '" 2026-01-04"',
    '"٢٠٢٦-٠١-٠٤"',
    '"expense"',
    '"EXPENSE"',
    '"transfer"',
  ],
  ['[]', '[null]', '[[]]', '{}', '{"id":1}', '{"__proto__":{"a":1}}', '{"toJSON":1}'],
  ['"00000000-0000-0000-0000-000000000000"', '"ffffffff-ffff-ffff-ffff-ffffffffffff"'],
  ['"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"', '"{0190a000-0000-7000-8000-00000000dead}"'],
  ['"0190A000-0000-7000-8000-00000000DEAD"', '"0190a000000070008000000000000dead"'],
  [
    JSON.stringify('a'.repeat(200)),
    JSON.stringify('😀'.repeat(200)),
    JSON.stringify('a'.repeat(201)),
    JSON.stringify('é'.repeat(2000)),
    JSON.stringify('x'.repeat(100_000)),
    `${'['.repeat(15)}${']'.repeat(15)}`,
    `${'['.repeat(21)}${']'.repeat(21)}`,
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    `[${'1,'.repeat(2_000)}1]`,
    `[${'"0190a000-0000-7000-8000-00000000dead",'.repeat(501)}null]`,
  ],
].flat()

const strangeNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'id',
  'household_id',
  ' amount',
]

function spoilBody(
  dice: Dice,
  body: unknown,
  ids: readonly string[],
): string | Uint8Array<ArrayBuffer> {
  const { pick, chance, below } = dice
  if (chance(0.06)) return pick(values)
  if (chance(0.06)) return pick(wholeBodies)()
  const text = JSON.stringify(spoilPart(dice, body, ids), (_name, value: unknown) => value)
  const raw = text.replaceAll(/"@@(\d+)@@"/g, (_, index: string) => values[Number(index)]!)
  if (chance(0.04)) return raw.slice(0, below(raw.length + 1))
  if (chance(0.04)) return `${raw}${pick(['x', '}', '\0', ',', ' ', '\n[]'])}`
  // A name that is given twice.
  if (chance(0.04)) return raw.replace('{', `{"amount":${pick(values)},`)
  return raw
}

/** Changes one part of a body, or adds one. `"@@n@@"` stands for the n-th text of `values`. */
function spoilPart(dice: Dice, part: unknown, ids: readonly string[]): unknown {
  const { below, pick, chance } = dice
  if (part === null || typeof part !== 'object' || chance(0.1)) {
    return chance(0.25) ? pick(ids) : `@@${below(values.length)}@@`
  }
  if (Array.isArray(part)) {
    return part.length === 0
      ? [`@@${below(values.length)}@@`]
      : part.map((item) => (chance(0.6) ? spoilPart(dice, item, ids) : item))
  }
  const entries = Object.entries(part)
  if (entries.length === 0 || chance(0.15)) {
    entries.push([pick(strangeNames), `@@${below(values.length)}@@`])
  } else {
    const at = below(entries.length)
    if (chance(0.12)) entries.splice(at, 1)
    else entries[at] = [entries[at]![0], spoilPart(dice, entries[at]![1], ids)]
  }
  // Not Object.fromEntries through a literal: `__proto__` must stay a name.
  return Object.fromEntries(entries)
}

const bytes = (...list: number[]) => new Uint8Array(list)

const wholeBodies: readonly (() => string | Uint8Array<ArrayBuffer>)[] = [
  () => '',
  () => ' ',
  () => '\ufeff{}',
  () => bytes(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00),
  () => bytes(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
  () => bytes(0x22, 0xc0, 0x80, 0x22),
  () => bytes(0x22, 0xed, 0xa0, 0x80, 0x22),
  () => '{"a":1,}',
  () => '{"a":1}//',
  () => '[',
  () => 'a=1&b=2',
  () => '<xml/>',
  () => '"'.repeat(1000),
  () => `{"concept":"${'\\u0041'.repeat(20_000)}"}`,
  () => `{"concept":"${'x'.repeat(300_000)}"}`,
  () => ' '.repeat(262_145),
  () => '['.repeat(100_000),
]

/** Larger than anything accepted; few of them, since each is ten megabytes. */
export function hugeBody(dice: Dice): string {
  const size = 10 * 1024 * 1024
  return dice.pick([
    () => `{"concept":"${'x'.repeat(size)}"}`,
    () => '['.repeat(size),
    () => `{"transactions":[${'{},'.repeat(size / 3)}{}]}`,
    () => ' '.repeat(size),
  ])()
}

const strangeHeaders: readonly Readonly<Record<string, string>>[] = [
  ...[
    'text/plain',
    'application/xml',
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    '',
  ].map((type) => ({ 'content-type': type })),
  ...[
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  ].map((type) => ({ 'content-type': type })),
  ...['', 'short', 'x'.repeat(128), 'x'.repeat(129), 'with space', 'ünï-cödé-key', 'a,b,c,d,e'].map(
    (key) => ({ 'idempotency-key': key }),
  ),
  ...['fuzz-key-1', 'fuzz-key-2', 'fuzz-key-3', '__proto__', "'; drop--"].map((key) => ({
    'idempotency-key': key,
  })),
  ...[
    'Basic YTpi',
    'Bearer',
    'Bearer  ',
    'bearer em_live_',
    'Bearer \u00e9',
    'Digest x',
    'a'.repeat(9000),
  ].map((authorization) => ({ authorization })),
  { cookie: 'earmark_session=1' },
  { cookie: ';;;=;earmark_session' },
  { cookie: '__proto__=1; constructor=2' },
  { 'x-request-id': 'mine' },
  { 'x-forwarded-for': 'not an address, \u00ff' },
  { 'x-http-method-override': 'DELETE' },
  { 'content-encoding': 'gzip' },
  { accept: 'text/html' },
  { range: 'bytes=0-1' },
  { 'if-none-match': '*' },
]

/** Values in place of an id, or between two slashes. */
const strangeSegments = [
  [
    '1',
    'null',
    'undefined',
    '%00',
    '%ff',
    '%',
    '%2',
    '%zz',
    '%2e%2e',
    '%2e',
    '%2f',
    '%252e',
    '..%2f',
  ],
  [
    '..',
    '.',
    '',
    ' ',
    '%20',
    '*',
    '{id}',
    ':id',
    ';a=1',
    '%0d%0aX-Injected:1',
    '%5c',
    '\\',
    '’',
    '%F0%9F',
  ],
  ['__proto__', 'constructor', 'summary', 'bulk', '0190A000-0000-7000-8000-00000000DEAD'],
  ['x'.repeat(9000), '%41'.repeat(500)],
].flat()

function spoilPath({ pick, below, chance }: Dice, path: string): string {
  const parts = path.split('/').slice(1)
  const at = below(parts.length)
  if (chance(0.3))
    return `${path}${pick(['/', '//', '/.', '/..', '%2f', '%00', ';x', '.json', '/x'])}`
  if (chance(0.3)) return `/${parts.with(at, pick(strangeSegments)).join('/')}`
  if (chance(0.3))
    return `${pick(['/', '//', '/./', '/../v1/', '/%2e%2e/v1/', '/v1'])}${path.slice(1)}`
  return chance(0.5) ? path.toUpperCase() : path.replaceAll('a', '%61')
}

const strangeTexts = [
  [
    '',
    '0',
    '-1',
    '1',
    '+1',
    '1.0',
    '1e3',
    '00',
    '201',
    '200',
    '9007199254740992',
    '1'.repeat(400),
    'NaN',
  ],
  [
    'true',
    'null',
    '[]',
    '{}',
    '%00',
    '%ff',
    '%',
    '%E0%A4',
    '%ED%A0%80',
    '%F0%9F%98%80',
    '+',
    '%2B',
    '%20',
  ],
  ['2026-01-04', '2026-02-30', '2026-01-04T00:00:00Z', '9999-12-31', '0001-01-01', '-000001-01-01'],
  [
    'expense',
    'Expense',
    'created_at',
    'merchant',
    'month',
    'a%26b',
    "'",
    '%25',
    '_',
    '%5C',
    '(',
    '.*',
  ],
  [
    '2026-01-04T00:00:00%2B02:00',
    '2026-01-04T24:00:00Z',
    '+275760-09-13T00:00:00Z',
    'eyJ1IjoiMSJ9',
    'MTo',
  ],
  ['x'.repeat(121), '%F0%9F%98%80'.repeat(120), 'x'.repeat(7000)],
].flat()

function spoilQuery({ pick, chance, below }: Dice, { declared, ids }: Target): string {
  const known = Object.keys(declared.query?.shape ?? {})
  const names =
    known.length > 0 && chance(0.85) ? known : [...strangeNames, 'page', 'a%20b', '%ff', '%']
  const pairs = Array.from({ length: 1 + below(3) }, () => {
    const value = chance(0.2) ? pick(ids) : pick(strangeTexts)
    return chance(0.05) ? pick(names) : `${pick(names)}=${value}`
  })
  if (chance(0.05)) pairs.push(...pairs)
  return pairs.join(pick(['&', '&', '&', '&&', ';']))
}
