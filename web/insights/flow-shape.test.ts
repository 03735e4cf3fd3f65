import assert from 'node:assert/strict'
import { test } from 'node:test'
import { balanced, flowShape, HUB, largest, type Stream } from './flow-shape.ts'

const options = { xs: { 0: 0, 1: 200, 2: 400, 3: 600 }, nodeWidth: 10, body: 300, slot: 20, gap: 6 }
const sum = (streams: readonly Stream[]) => streams.reduce((total, one) => total + one.amount, 0)

test('both sides of a flow add up to the same, also where more went out than came in', () => {
  const sides = balanced(
    [
      { key: 'pay', amount: 1_000 },
      { key: 'storno', amount: -30 },
    ],
    [
      { key: 'bills', amount: 1_500 },
      { key: 'goals', amount: -100 },
      { key: 'free', amount: -430 },
    ],
  )
  assert.equal(sum(sides.sources), sum(sides.uses))
  assert.deepEqual(
    sides.sources.map(({ key }) => key),
    ['pay', 'goals', 'free'],
  )
})

test('nodes are as high as their amounts, and never cover each other', () => {
  const uses = [
    {
      key: 'bills',
      amount: 600,
      parts: [
        { key: 'rent', amount: 590 },
        { key: 'tiny', amount: 10 },
      ],
    },
    { key: 'free', amount: 400 },
  ]
  const { nodes, ribbons, height } = flowShape([{ key: 'pay', amount: 1_000 }], uses, options)
  const at = (key: string) => nodes.find((node) => node.key === key)!
  assert.equal(at(HUB).height, 300)
  assert.equal(at('bills').height, 180)
  assert.equal(at('tiny').height, 3)
  for (const layer of [0, 1, 2, 3]) {
    const column = nodes.filter((node) => node.layer === layer)
    for (const [index, node] of column.entries()) {
      const before = column[index - 1]
      assert.ok(!before || before.y + before.height + options.gap <= node.y + 0.001)
      assert.ok(node.y >= 0 && node.y + node.height <= height + 0.001)
    }
  }
  assert.equal(ribbons.length, 1 + 2 + 2)
})

test('layers without a place are left out, with their ribbons', () => {
  const { nodes, ribbons } = flowShape(
    [{ key: 'pay', amount: 10 }],
    [{ key: 'bills', amount: 10, parts: [{ key: 'rent', amount: 10 }] }],
    { ...options, xs: { 1: 0, 2: 200 } },
  )
  assert.deepEqual(
    nodes.map(({ key }) => key),
    [HUB, 'bills'],
  )
  assert.equal(ribbons.length, 1)
})

test('small parts are joined, and the parts add up to the whole', () => {
  const parts = [5, 4, 3, 2, 1, -2].map((amount, index) => ({ key: `p${index}`, amount }))
  const kept = largest(parts, 3, 'rest')
  assert.deepEqual(
    kept.map(({ amount }) => amount),
    [5, 4, 3, 1],
  )
  const back = largest(
    [
      { key: 'a', amount: 5 },
      { key: 'b', amount: -7 },
    ],
    3,
    'rest',
  )
  assert.deepEqual(back, [])
  assert.equal(
    sum(
      largest(
        [
          { key: 'a', amount: 9 },
          { key: 'b', amount: -7 },
        ],
        3,
        'rest',
      ),
    ),
    2,
  )
})
