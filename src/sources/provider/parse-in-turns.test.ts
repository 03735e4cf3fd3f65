import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseInTurns } from './parse-in-turns.ts'

const asIs = (text: string) => text

const texts = [
  '{"accounts": [{"id": "A", "transactions": [{"id": "1", "x": [1, [2]]}, {"id": "2"}]}, {"transactions": []}]}',
  '{"a":[{"t":[ ]},{"t":[0]},{"t":["]","[{,\\"",{"u":"\\\\"},null,true,-1.5e3]},5,"x",[[1,[2]],[3]]],"b":{"c":{"t":[7]}}}',
  '\ufeff {"a": [{"t": [1, 2], "t": [3], "__proto__": [4]}]}',
  '[[[["a", "é\u{1f950}"], []], []]]',
  '17',
  '""',
]

test('parsing in turns gives the same value as JSON.parse at every depth', async () => {
  for (const text of texts) {
    for (const depth of [1, 2, 3, 4, 5]) {
      const parsed = await parseInTurns(Buffer.from(text), { depth, prepare: asIs })
      assert.deepEqual(parsed, JSON.parse(text.replace('\ufeff', '')), `${depth}: ${text}`)
    }
  }
})

test('parsing in turns refuses exactly the texts that JSON.parse refuses', async () => {
  // Valid texts with up to three characters changed.
  const signs = ['[', ']', '{', '}', ',', ':', '"', '\\', '1', ' ', '\u00a0', '']
  let seed = 11
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const outcomes = { parsed: 0, refused: 0 }
  for (let round = 0; round < 6000; round += 1) {
    let text = texts[random(texts.length)]!.replace('\ufeff', '')
    for (let change = random(3); change >= 0; change -= 1) {
      const at = random(text.length + 1)
      text = `${text.slice(0, at)}${signs[random(signs.length)]}${text.slice(at + random(2))}`
    }
    text = text.toWellFormed()
    const depth = 1 + random(5)
    const expected = attempt(() => JSON.parse(text) as unknown)
    const parsed = await parseInTurns(Buffer.from(text), { depth, prepare: asIs }).then(
      (value) => ({ value }),
      (error: unknown) => error,
    )
    if (expected === null) assert.ok(parsed instanceof SyntaxError, `${depth}: ${text}`)
    else assert.deepEqual(parsed, expected, `${depth}: ${text}`)
    outcomes[expected === null ? 'refused' : 'parsed'] += 1
  }
  assert.ok(Math.min(outcomes.parsed, outcomes.refused) > 500, JSON.stringify(outcomes))
})

const rows = Array.from({ length: 30_000 }, (_, id) => ({ id, note: 'the-password, and more' }))
const long = Buffer.from(JSON.stringify({ by: 'the-password', accounts: [{ rows }] }))

test('every text is prepared before it is parsed', async () => {
  const parsed = await parseInTurns(long, {
    depth: 4,
    prepare: (text) => text.replaceAll('the-password', '[secret]'),
  })
  assert.deepEqual(parsed, {
    by: '[secret]',
    accounts: [{ rows: rows.map(({ id }) => ({ id, note: '[secret], and more' })) }],
  })
})

test('a long text is parsed in many turns', async () => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await parseInTurns(long, { depth: 4, prepare: asIs })
  isDone = true
  assert.ok(turns >= 4, `${turns} turns for ${long.length} bytes`)
})

function attempt<T>(work: () => T): { value: T } | null {
  try {
    return { value: work() }
  } catch {
    return null
  }
}
