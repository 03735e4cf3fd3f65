import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../../test/support/other-processes.ts'
import { reportLost } from './lost-connections.ts'

test('connections that are lost together are one report, without stacks', async () => {
  const reports: object[] = []
  const lost = reportLost((facts) => reports.push(facts))
  const error = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  for (let count = 0; count < 4; count += 1) lost.note(error)
  await until('they are reported', () => reports.length > 0)
  assert.deepEqual(reports, [{ connections: 4, code: 'ECONNRESET', reason: 'read ECONNRESET' }])
})

test('connections that end just before or while the server stops are not reported', async () => {
  const reports: string[] = []
  const stopping = reportLost(() => reports.push('stopping'))
  const other = reportLost(() => reports.push('other'))
  stopping.note(new Error('terminating connection'))
  stopping.stop()
  stopping.note(new Error('terminating connection'))
  other.note(new Error('lost later'))
  await until('the later one is reported', () => reports.length > 0)
  assert.deepEqual(reports, ['other'])
})
