import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Endpoint, isWrite } from '#/platform/contract/endpoint.ts'
import { publicContracts } from '#/app/http/public-contracts.ts'
import { stateOf } from './support/database-state.ts'
import {
  placeOf,
  renewSample,
  samplesOf,
  startScene,
  strangeIds,
} from './support/openapi-samples.ts'
import type { Answer, RequestOptions } from './support/product.ts'

// Tests rules of every endpoint on each of them. `request` also holds every answer against the OpenAPI document.

const endpoints: readonly (readonly [string, Endpoint])[] = publicContracts.flatMap((contract) =>
  Object.entries(contract as Readonly<Record<string, Endpoint>>),
)
const NOBODY = '0190a000-0000-7000-8000-00000000dead'
const WELL_FORMED = `em_live_${'a'.repeat(56)}`

const scene = await startScene({ limited: false })

/** A request that would succeed, but for what `change` makes of it. */
async function ask(
  name: string,
  declared: Endpoint,
  change: RequestOptions & { id?: string } = {},
): Promise<Answer> {
  // A repeat of a key must find things as the first request left them.
  if (change.headers?.['idempotency-key'] === undefined) await renewSample(scene, name)
  const sample = samplesOf(scene)[name]
  const { id = sample?.id ?? '', ...options } = change
  const body = declared.body && { body: sample?.body }
  return scene.request(declared.method, placeOf(declared.path, { ...sample, id }), {
    ...body,
    ...options,
  })
}

const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code}`
const faultOf = (answer: Answer) => `${codeOf(answer)} ${answer.body.error?.param}`

async function setHousehold(set: {
  plan?: 'free' | 'standard' | 'premium'
  standing?: 'trialing' | 'active' | 'trial_ended' | 'lapsed' | 'closed'
}) {
  await scene.db
    .updateTable('households')
    .set({ plan: 'premium', standing: 'active', ...set })
    .where('household_id', '=', scene.loaded.household_id)
    .execute()
}

test('every endpoint with an id or a body has a sample', () => {
  const samples = samplesOf(scene)
  const needing = endpoints.filter(([, { params, body }]) => params || body).map(([name]) => name)
  assert.deepEqual(
    needing.filter((name) => samples[name] === undefined),
    [],
    'add a sample in test/support/openapi-samples.ts',
  )
})

for (const [name, declared] of endpoints) {
  const { method, path } = declared
  const where = `${method} ${path}`
  test(`${where} succeeds with a key`, async () => {
    const { status } = await ask(name, declared, { key: isWrite(declared) ? scene.rw : scene.ro })
    assert.equal(status, declared.status ?? 200)
  })

  test(`${where} refuses callers without a working key`, async () => {
    assert.equal(codeOf(await ask(name, declared)), '401 missing_api_key')
    for (const authorization of [
      `Basic ${scene.rw}`,
      'Bearer',
      'Bearer em_live_short',
      `Bearer ${WELL_FORMED}`,
      `Bearer ${scene.rw} ${scene.rw}`,
      `Bearer ${scene.rw.slice(0, -1)}`,
      scene.rw,
      '',
    ]) {
      const answer = await ask(name, declared, { headers: { authorization } })
      assert.equal(codeOf(answer), '401 invalid_api_key', authorization)
    }
  })

  test(`${where} refuses a session cookie beside a key`, async () => {
    const headers = { cookie: 'theme=dark; earmark_session=abc' }
    const answer = await ask(name, declared, { key: scene.rw, headers })
    assert.equal(codeOf(answer), '401 invalid_credential_context')
  })

  test(`${where} takes any other cookie`, async () => {
    const headers = { cookie: 'theme=dark; not_earmark_session=1' }
    const answer = await ask(name, declared, { key: scene.rw, headers })
    assert.equal(answer.status, declared.status ?? 200)
  })

  test(`${where} answers by the standing and the plan of the household`, async () => {
    const read = async () => codeOf(await ask(name, declared, { key: scene.rw }))
    const fine = `${declared.status ?? 200} undefined`
    await setHousehold({ standing: 'lapsed' })
    assert.equal(await read(), '402 subscription_required')
    await setHousehold({ standing: 'closed' })
    assert.equal(await read(), '410 account_closed')
    await setHousehold({ plan: 'free' })
    const refused = await ask(name, declared, { key: scene.rw })
    assert.equal(codeOf(refused), '403 plan_upgrade_required')
    assert.equal(refused.body.error.upgrade_url, 'http://earmark.test/settings/plan')
    assert.equal(refused.headers.get('x-ratelimit-limit-hour'), '500')
    await setHousehold({ standing: 'trial_ended' })
    assert.equal(await read(), isWrite(declared) ? '423 account_read_only' : fine)
    await setHousehold({ plan: 'free', standing: 'trialing' })
    assert.equal(await read(), fine)
    await setHousehold({})
  })

  test(`${where} refuses an unknown, a repeated and an empty query parameter by name`, async () => {
    const refuse = async (query: string) =>
      faultOf(await ask(name, declared, { key: scene.rw, query }))
    assert.equal(await refuse('colour=red'), '400 invalid_parameter colour')
    for (const known of Object.keys(declared.query?.shape ?? {})) {
      assert.equal(await refuse(`${known}=`), `400 invalid_parameter ${known}`)
      assert.equal(await refuse(known), `400 invalid_parameter ${known}`)
      assert.match(await refuse(`${known}=1&${known}=1`), /^400 invalid_parameter/)
    }
  })

  if (declared.params) {
    test(`${where} does not tell another household’s object from one that does not exist`, async () => {
      const key = scene.rw
      const theirs = await ask(name, declared, { key, id: strangeIds(scene)[name]! })
      const nobodys = await ask(name, declared, { key, id: NOBODY })
      assert.equal(faultOf(theirs), '404 resource_not_found id')
      const text = ({ text, body }: Answer) => text.replace(body.error.request_id!, '')
      assert.equal(text(theirs), text(nobodys))
    })

    test(`${where} refuses a malformed id`, async () => {
      for (const id of [
        '1',
        'null',
        `${NOBODY}0`,
        '%00',
        '%ff',
        '0190a000-0000-9000-8000-00000000dead',
      ]) {
        const answer = await ask(name, declared, { key: scene.rw, id })
        assert.equal(faultOf(answer), '400 invalid_parameter id', id)
      }
    })
  }

  if (declared.body) {
    test(`${where} refuses a field that it does not know by name, and what is no JSON object`, async () => {
      const send = (body: unknown) => ask(name, declared, { key: scene.rw, body })
      const sample = samplesOf(scene)[name]!.body as object
      assert.equal(
        faultOf(await send({ ...sample, colour: 'red' })),
        '400 invalid_parameter colour',
      )
      for (const body of [null, [], 'text', 1]) {
        assert.equal(codeOf(await send(body)), '400 invalid_parameter')
      }
      for (const rawBody of ['', '{', '{"a":1}x', new Uint8Array([0x22, 0xff, 0x22])]) {
        const answer = await ask(name, declared, { key: scene.rw, rawBody })
        assert.equal(codeOf(answer), '400 invalid_json')
      }
    })
  }

  if (isWrite(declared) && !declared.body) {
    test(`${where} takes no body, or one that says nothing`, async () => {
      const send = (options: RequestOptions) => ask(name, declared, { key: scene.rw, ...options })
      for (const rawBody of ['', '{}']) {
        assert.equal((await send({ rawBody })).status, declared.status ?? 200)
      }
      assert.equal(faultOf(await send({ body: { colour: 1 } })), '400 invalid_parameter colour')
      assert.equal(faultOf(await send({ body: [] })), '400 invalid_parameter body')
      assert.equal(codeOf(await send({ rawBody: '{' })), '400 invalid_json')
      assert.equal(codeOf(await send({ rawBody: 'x'.repeat(300_000) })), '400 request_too_large')
    })
  }

  if (isWrite(declared)) {
    test(`${where} refuses a key that only reads`, async () => {
      const answer = await ask(name, declared, { key: scene.ro })
      assert.equal(codeOf(answer), '403 insufficient_scope')
    })

    test(`${where} applies a request with an Idempotency-Key once`, async () => {
      const headers = { 'idempotency-key': `once-${name}` }
      await renewSample(scene, name)
      const first = await ask(name, declared, { key: scene.rw, headers })
      assert.equal(first.status, declared.status ?? 200, first.text)
      assert.equal(first.headers.get('idempotent-replayed'), null)
      const state = await stateOf(scene.db)
      const second = await ask(name, declared, { key: scene.rw, headers })
      assert.equal(second.headers.get('idempotent-replayed'), 'true')
      assert.equal(second.status, first.status)
      const { secret: _, ...shown } = first.body
      assert.deepEqual(second.body, shown)
      assert.notEqual(second.headers.get('x-request-id'), first.headers.get('x-request-id'))
      assert.equal(await stateOf(scene.db), state)
    })

    test(`${where} refuses a malformed Idempotency-Key, and one of another request`, async () => {
      for (const text of ['short', 'x'.repeat(129), 'with a space', 'tab\tinside', 'ünïcödé1']) {
        const headers = { 'idempotency-key': text }
        const answer = await ask(name, declared, { key: scene.rw, headers })
        assert.equal(faultOf(answer), '400 invalid_parameter Idempotency-Key', text)
      }
      const taken = { 'idempotency-key': 'taken-by-another' }
      await renewSample(scene, name)
      const coffee = samplesOf(scene)['recordTransaction']!.body as object
      const body = { ...coffee, concept: 'First' }
      await scene.request('POST', '/transactions', { key: scene.rw, headers: taken, body })
      const state = await stateOf(scene.db)
      const answer = await ask(name, declared, { key: scene.rw, headers: taken })
      assert.equal(codeOf(answer), '409 idempotency_key_reused')
      assert.equal(await stateOf(scene.db), state)
    })
  } else {
    test(`${where} costs at most two statements, admission included`, async () => {
      scene.takeStatements()
      await ask(name, declared, { key: scene.ro })
      const statements = scene.takeStatements()
      assert.ok(statements.length <= 2, statements.join('\n'))
    })
  }
}

test('a path without an endpoint is refused after the key, with the methods that it has', async () => {
  const { request, rw: key } = scene
  const nowhere = await request('GET', '/nowhere', { key })
  assert.equal(codeOf(nowhere), '404 endpoint_not_found')
  assert.equal(nowhere.headers.get('allow'), null)
  const beside = await request('GET', '/nowhere/me', { key })
  assert.equal(beside.headers.get('allow'), null)
  assert.equal(codeOf(await request('GET', '/nowhere')), '401 missing_api_key')
  const paths = Map.groupBy(endpoints, ([, { path }]) => path)
  for (const [path, declared] of paths) {
    const known = declared.map(([, { method }]) => method)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      if (known.some((one) => one === method)) continue
      const answer = await request(method, placeOf(path, { id: NOBODY, deliveryId: NOBODY }), {
        key,
      })
      // `/transactions/{id}` also matches `/transactions/summary`.
      if (answer.body.error.code === 'invalid_parameter') continue
      assert.equal(codeOf(answer), '404 endpoint_not_found', `${method} ${path}`)
      const allow = answer.headers.get('allow')?.split(', ') ?? []
      assert.ok(
        known.every((one) => allow.includes(one)),
        `${method} ${path}: ${allow.join()}`,
      )
    }
  }
})

test('a revoked, an expired and an orphaned key are refused from the next request on', async () => {
  const own = await startScene({ limited: false })
  const { db, runtime, loaded } = own
  const code = async (ref: string) =>
    codeOf(await own.request('GET', '/me', { key: loaded.keys[ref]!.api_key }))
  assert.equal(await code('rw'), '200 undefined')
  const revoked = { revoked_at: runtime.now() }
  await db.updateTable('api_keys').set(revoked).where('id', '=', loaded.keys['rw']!.id).execute()
  assert.equal(await code('rw'), '401 invalid_api_key')
  const removed = { removed_at: runtime.now() }
  await db.updateTable('members').set(removed).where('id', '=', loaded.members['ben']!).execute()
  assert.equal(await code('guest'), '401 invalid_api_key')
  assert.equal(await code('ro'), '200 undefined')
  runtime.advance({ hours: 365 * 24 })
  assert.equal(await code('ro'), '401 invalid_api_key')
})
