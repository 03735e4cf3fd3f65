import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caps } from '#/platform/contract/caps.ts'
import { outcome } from '../../../test/support/given-account.ts'
import { coffees } from '../../../test/support/given-files.ts'
import { budget } from '../../../test/support/given.ts'
import { type Answer, type Member, startProduct } from '../../../test/support/product.ts'
import { importNextFile } from './import-next-file.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z', limited: false })

async function household() {
  const names = ['ada', 'bob', 'eve']
  const { household_id, members, accounts } = await product.household({
    ...budget,
    members: names.map((ref) => ({ ref, name: ref, email: `${ref}@example.com` })),
    keys: [],
  })
  const people = await Promise.all(
    names.map((name) => product.member(household_id, members[name]!)),
  )
  const query = { file_name: 'coffees.csv', account_id: accounts['checking']! }
  return {
    id: household_id,
    people,
    query,
    upload: (member: Member) => member.request('POST', '/imports', { query, rawBody: coffees }),
  }
}

const refusedFor = ({ body }: Answer) => body.error.detail

test('a member has at most ten waiting files, even with simultaneous uploads', async () => {
  const { people, upload } = await household()
  const [ada, bob] = people
  const answers = await Promise.all(Array.from({ length: 14 }, () => upload(ada!)))
  const kept = answers.filter(({ status }) => status === 201)
  assert.equal(kept.length, 10)
  const refused = answers.find(({ status }) => status !== 201)!
  assert.deepEqual(outcome(refused), [409, 'limit_reached'])
  assert.deepEqual(refusedFor(refused), { name: 'limit_reached', of: 'member_uploads', max: 10 })
  assert.equal((await upload(bob!)).status, 201)
  const [first, second] = kept.map(({ body }) => `/imports/${String(body['id'])}`)
  assert.equal((await ada!.request('POST', `${first!}/cancel`)).status, 200)
  assert.equal((await upload(ada!)).status, 201)
  assert.equal((await ada!.request('POST', `${second!}/commit`)).status, 202)
  assert.equal((await upload(ada!)).status, 409)
  await importNextFile(product.runtime)
  assert.equal((await upload(ada!)).status, 201)
})

test('a household has at most twenty waiting files, from all members together', async () => {
  const { people, upload } = await household()
  const [ada, bob, eve] = people
  for (let count = 0; count < 10; count += 1) {
    assert.equal((await upload(ada!)).status, 201)
    assert.equal((await upload(bob!)).status, 201)
  }
  assert.deepEqual(refusedFor(await upload(eve!)), {
    name: 'limit_reached',
    of: 'household_uploads',
    max: 20,
  })
  const elsewhere = await household()
  assert.equal((await elsewhere.upload(elsewhere.people[2]!)).status, 201)
})

test('the bytes of waiting files are limited for a member and for a household', async () => {
  const { id, people, upload } = await household()
  const [ada, bob, eve] = people
  const grow = async (member: Member, bytes: number) => {
    const { body } = await upload(member)
    const grown = product.db.updateTable('imports').set({ bytes })
    await grown
      .where('household_id', '=', id)
      .where('id', '=', body['id'] as string)
      .execute()
  }
  const { max } = caps.member_upload_bytes
  await grow(ada!, max - coffees.length)
  // The limit is reached exactly.
  const { status } = await upload(ada!)
  assert.equal(status, 201)
  const refused = { name: 'limit_reached', of: 'member_upload_bytes', max }
  assert.deepEqual(refusedFor(await upload(ada!)), refused)
  await grow(bob!, max - 10)
  assert.deepEqual(refusedFor(await upload(eve!)), {
    name: 'limit_reached',
    of: 'household_upload_bytes',
    max: caps.household_upload_bytes.max,
  })
})

test('files of moves from other applications count together with statements', async () => {
  const { id, people, upload } = await household()
  const [ada, bob, eve] = people
  const mint = `"Date","Description","Original Description","Amount","Transaction Type","Category","Account Name","Labels","Notes"
"3/04/2026","Bakery","BAKERY 001","20.10","debit","Restaurants","Mine","",""
`
  const move = (member: Member) =>
    member.request('POST', '/moves', {
      query: { app: 'mint', file_name: 'mint.csv' },
      rawBody: mint,
    })
  const { body } = await move(ada!)
  for (let count = 0; count < 9; count += 1) assert.equal((await upload(ada!)).status, 201)
  const member = { name: 'limit_reached', of: 'member_uploads', max: 10 }
  assert.deepEqual(refusedFor(await move(ada!)), member)
  assert.deepEqual(refusedFor(await upload(ada!)), member)
  // A further file belongs to a move that is counted already.
  const further = { query: { file_name: 'second.csv', further: '1' }, rawBody: mint }
  const added = await ada!.request('POST', `/moves/${String(body['id'])}/files`, further)
  assert.equal(added.status, 201)
  for (let count = 0; count < 10; count += 1) assert.equal((await move(bob!)).status, 201)
  const all = { name: 'limit_reached', of: 'household_uploads', max: 20 }
  assert.deepEqual(refusedFor(await move(eve!)), all)
  assert.deepEqual(refusedFor(await upload(eve!)), all)
  await product.db.deleteFrom('imports').where('household_id', '=', id).execute()
  const grown = product.db.updateTable('move_files').set({ bytes: 50 * 1024 * 1024 })
  await grown.where('household_id', '=', id).execute()
  const { max } = caps.household_upload_bytes
  const bytes = { name: 'limit_reached', of: 'household_upload_bytes', max }
  assert.deepEqual(refusedFor(await upload(eve!)), bytes)
})

test('a file that exceeds the limits is refused before it is read', async () => {
  const { id, people, query, upload } = await household()
  const [ada] = people
  const send = async (bytes: number) => {
    let read = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          read += 1
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const { status } = await product.app.fetch(
      new Request(`http://earmark.test/app/api/imports?${new URLSearchParams(query).toString()}`, {
        method: 'POST',
        headers: {
          cookie: ada!.cookie,
          'sec-fetch-site': 'same-origin',
          'content-length': String(bytes),
        },
        body,
        duplex: 'half',
      }),
    )
    return [status, read]
  }
  await upload(ada!)
  const grown = product.db.updateTable('imports').set({ bytes: caps.member_upload_bytes.max - 10 })
  await grown.where('household_id', '=', id).execute()
  assert.deepEqual(await send(1000), [409, 0])
  // This file fits, is read, and is not a statement.
  assert.deepEqual(await send(10), [400, 1])
})
