import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHistogram, observe, writeMetrics } from './exposition.ts'

test('a metric is its help, its type and a line for each sample', () => {
  const text = writeMetrics([
    { name: 'a_total', type: 'counter', help: 'Counts\nin \\ lines.', samples: [{ value: 3 }] },
    {
      name: 'b',
      type: 'gauge',
      help: 'Both.',
      samples: [
        { labels: { x: '1', y: 'two' }, value: 0.25 },
        { labels: { x: '2', y: '' }, value: Number.POSITIVE_INFINITY },
      ],
    },
    { name: 'empty', type: 'gauge', help: 'Left out.', samples: [] },
  ])
  assert.equal(
    text,
    '# HELP a_total Counts\\nin \\\\ lines.\n# TYPE a_total counter\na_total 3\n' +
      '# HELP b Both.\n# TYPE b gauge\nb{x="1",y="two"} 0.25\nb{x="2",y=""} +Inf\n',
  )
})

test('a label’s quotes, backslashes and line ends do not end its line', () => {
  const labels = { text: 'a"} 1\nforged{x="\\' }
  const text = writeMetrics([
    { name: 'm', type: 'gauge', help: 'M.', samples: [{ labels, value: 1 }] },
  ])
  assert.equal(text.split('\n')[2], 'm{text="a\\"} 1\\nforged{x=\\"\\\\"} 1')
  assert.equal(text.trimEnd().split('\n').length, 3)
})

test('a histogram’s buckets are cumulative and end with all observations', () => {
  const histogram = createHistogram([0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 7]) observe(histogram, value)
  const text = writeMetrics([
    { name: 'h', type: 'histogram', help: 'H.', samples: [{ labels: { r: 'x' }, histogram }] },
  ])
  assert.deepEqual(text.trimEnd().split('\n').slice(2), [
    'h_bucket{r="x",le="0.1"} 2',
    'h_bucket{r="x",le="1"} 3',
    'h_bucket{r="x",le="+Inf"} 4',
    'h_sum{r="x"} 7.65',
    'h_count{r="x"} 4',
  ])
})
