import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcome } from './support/given-account.ts'
import { budget } from './support/given.ts'
import { type Member, startProduct } from './support/product.ts'

const product = await startProduct()

async function household() {
  const owner = (ref: string) => {
    return { ref, name: ref, email: `${ref}@example.com`, role: 'owner' as const }
  }
  const loaded = await product.household({
    ...budget,
    members: [owner('ada'), owner('bob')],
    keys: [],
  })
  const [ada, bob] = await Promise.all(
    ['ada', 'bob'].map((name) => product.member(loaded.household_id, loaded.members[name]!)),
  )
  return { ada: ada!, bob: bob!, accountId: loaded.accounts['checking']! }
}

/** An upload whose body does not come before it is let go: until then it has its place. */
async function holdUpload(member: Member, accountId: string) {
  const reading = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        reading.resolve()
        await letGo.promise
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const query = new URLSearchParams({ file_name: 'slow', account_id: accountId })
  const answered = Promise.resolve(
    product.app.fetch(
      new Request(`http://earmark.test/app/api/imports?${query.toString()}`, {
        method: 'POST',
        headers: { cookie: member.cookie, 'sec-fetch-site': 'same-origin' },
        body,
        duplex: 'half',
      }),
    ),
  )
  await reading.promise
  return {
    letGo: async () => {
      letGo.resolve()
      assert.equal((await answered).status, 400)
    },
  }
}

test('a person has two heavy requests running and six waiting; one more is refused at once', async () => {
  const { ada, bob, accountId } = await household()
  const held = [await holdUpload(ada, accountId), await holdUpload(ada, accountId)]
  const forecasts = Array.from({ length: 7 }, () => ada.request('GET', '/forecast'))
  const refused = await Promise.race(forecasts)
  assert.deepEqual(outcome(refused), [429, 'rate_limit_exceeded'])
  assert.deepEqual(refused.body.error.detail, { name: 'heavy_requests' })
  assert.equal(refused.headers.get('retry-after'), '2')
  // A light request waits for no heavy one.
  assert.equal((await ada.request('GET', '/expenses')).status, 200)
  assert.equal((await bob.request('GET', '/forecast')).status, 200)
  for (const { letGo } of held) await letGo()
  const answers = await Promise.all(forecasts)
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 6)
  assert.equal(statuses.filter((status) => status === 429).length, 1)
  // Every place was given back, those of refused requests too.
  assert.equal((await ada.request('GET', '/forecast')).status, 200)
})
