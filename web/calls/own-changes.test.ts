import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followOwnChanges } from './own-changes.ts'

const write = (id: string, expected_updated_at: string) => ({
  params: { id },
  body: { name: 'Rent', expected_updated_at },
})

/** A server with one record, which refuses a write that is based on an older version. */
function createServer() {
  let [stored, minute] = ['10:00', 0]
  const change = () => {
    minute += 1
    return (stored = `10:0${minute}`)
  }
  const versionOf = ({ body, query }: { body?: unknown; query?: unknown }) =>
    ((body ?? query) as { expected_updated_at: string }).expected_updated_at
  return {
    change,
    answer: async (asked: { body?: unknown; query?: unknown }) => {
      await Promise.resolve()
      if (versionOf(asked) !== stored) throw new Error('edit_conflict')
      return { id: 'any', updated_at: change() }
    },
  }
}

test('a write is based on what earlier ones have made of the version that is shown', async () => {
  const { answer } = createServer()
  await followOwnChanges(write('a', '10:00'), answer)
  await followOwnChanges(write('a', '10:00'), answer)
  const query = { expected_updated_at: '10:01' }
  await followOwnChanges({ params: { id: 'a' }, query }, answer)
})

test('writes to one record are sent in turn, those to others at once', async () => {
  const { answer } = createServer()
  const two = [1, 2].map(() => followOwnChanges(write('b', '10:00'), answer))
  await Promise.all(two)
  const sent: string[] = []
  const never = (name: string) => () => {
    sent.push(name)
    return new Promise<never>(() => {})
  }
  void followOwnChanges(write('c', '10:00'), never('c'))
  void followOwnChanges(write('c', '10:00'), never('c again'))
  void followOwnChanges(write('d', '10:00'), never('d'))
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(sent, ['c', 'd'])
})

test('what somebody else has changed in between is still refused', async () => {
  const { answer, change } = createServer()
  await followOwnChanges(write('e', '10:00'), answer)
  change()
  await assert.rejects(followOwnChanges(write('e', '10:00'), answer), /edit_conflict/)
  // A refused write changes nothing, and the next one is not held up.
  await followOwnChanges(write('e', '10:02'), answer)
})

test('a write without a version is sent as it is', async () => {
  const body = new Uint8Array([1])
  const asked = { params: { id: 'f' }, body }
  const answer = await followOwnChanges(asked, (now) => Promise.resolve(now))
  assert.equal(answer, asked)
})
