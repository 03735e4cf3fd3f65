import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startScene } from './support/openapi-samples.ts'

// Days at the ends of the calendar, found by the fuzz test: people send them as "no bound".

const scene = await startScene({ limited: false })

for (const query of [
  'to=9999-12-31',
  'from=9999-12-31',
  'from=0001-01-01',
  'from=0000-01-01',
  'from=0001-01-01&to=9999-12-31',
  'from=9999-12-15&to=9999-12-30',
]) {
  for (const path of ['/transactions', '/transactions/summary', '/analytics/spending']) {
    test(`${path} takes or refuses ${query}`, async () => {
      const { status, text } = await scene.request('GET', path, { key: scene.ro, query })
      assert.ok(status === 200 || status === 400, `${status} ${scene.runtime.logged.at(-1)}`)
      assert.ok(text.length < 100_000)
    })
  }
}

test('spending by month over all days that can be written stays an answer of sensible size', async () => {
  const query = 'from=0001-01-01&to=9999-12-31&group_by=month'
  const { text } = await scene.request('GET', '/analytics/spending', { key: scene.ro, query })
  assert.ok(text.length < 1_000_000, `${text.length} characters`)
})
