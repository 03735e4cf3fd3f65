import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UrlRule } from '#/platform/outbound/check-url.ts'
import type { WebhookHeaderRule } from '#/platform/outbound/check-webhook-headers.ts'
import { outboundWith } from '#/platform/outbound/loopback.ts'
import { startProduct } from '../../../test/support/product.ts'
import { givenHome } from '../../../test/fakes/receivers.ts'

// The API's answers to each kind of address and header; `platform/outbound` tests their spellings.

const names: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['1.1.1.1', '2606:4700::1111'],
  'private.example': ['10.0.0.1'],
  'mixed.example': ['1.1.1.1', '10.0.0.1'],
  'mapped.example': ['1.1.1.1', '::ffff:10.0.0.1'],
}
const common = {
  allowCidrs: '',
  ownOrigins: ['https://earmark.example'],
  urlLengthMax: 2048,
  resolve: async (name: string) => {
    const found = names[name]
    if (found === undefined) throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
    return found
  },
  dial: () => assert.fail('nothing is sent when a webhook is created'),
}
const open = outboundWith({ ...common, plainHttp: 'anywhere' })
const encrypted = outboundWith({ ...common, plainHttp: 'nowhere' })
let destinations = open
const product = await startProduct({
  limited: false,
  destinations: {
    ...open,
    inspect: (url) => destinations.inspect(url),
    check: (url) => destinations.check(url),
  },
})
const { key, api } = await givenHome(product)

async function made(change: object): Promise<unknown[]> {
  const body = { name: 'n', url: 'https://public.example/', ...change }
  const answer = await product.request<{ id: string; url: string; error: Record<string, string> }>(
    'POST',
    '/webhooks',
    { key, body },
  )
  if (answer.status !== 201) {
    const { code, param, message } = answer.body.error
    return [answer.status, code, param, message]
  }
  await api.removeWebhook({ params: { id: answer.body.id } })
  return [201, answer.body.url]
}

test('each rule that an address may break is 400 with `url`', async () => {
  const broken: Readonly<Record<UrlRule, string>> = {
    length: `https://public.example/${'x'.repeat(2048)}`,
    characters: 'http://public.example\\@127.0.0.1/',
    form: 'ftp://public.example/',
    credentials: 'https://user:pass@public.example/',
    port: 'https://public.example:25/',
    host_name: 'https://a..example/',
    own_address: 'https://earmark.example/v1/sync',
    private_address: 'http://2130706433/',
    plain_http: 'http://public.example/',
  }
  for (const [rule, url] of Object.entries(broken)) {
    destinations = rule === 'plain_http' ? encrypted : open
    assert.deepEqual((await made({ url })).slice(0, 3), [400, 'invalid_parameter', 'url'], rule)
  }
  destinations = open
})

test('every private address is refused in the same words, which reveal no network', async () => {
  for (const url of [
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://unknown.internal/',
    'http://postgres/',
    'http://private.example/',
    'https://mixed.example/',
    'https://mapped.example/',
    'https://earmark.example/',
  ]) {
    const words = 'Send the address of a server on the public internet.'
    assert.deepEqual(await made({ url }), [400, 'invalid_parameter', 'url', words], url)
  }
})

test('public and unresolvable addresses are accepted as written', async () => {
  for (const [url, kept] of [
    ['http://public.example/hook?a=1', 'http://public.example/hook?a=1'],
    ['https://1.1.1.1/', 'https://1.1.1.1/'],
    ['http://172.32.0.0/', 'http://172.32.0.0/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    ['http://public.example#@127.0.0.1/', 'http://public.example/'],
    ['https://public.example/%0d%0aX:y', 'https://public.example/%0d%0aX:y'],
    ['https://public.example:8443/', 'https://public.example:8443/'],
    ['https://unknown.example/', 'https://unknown.example/'],
  ] as const) {
    assert.deepEqual(await made({ url }), [201, kept])
  }
})

test('each rule that a header may break is 400 with `headers`, on create and on change', async () => {
  const many = (count: number, value: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, value]))
  const broken: Readonly<Record<WebhookHeaderRule, unknown>> = {
    form: ['x-a'],
    count: many(21, '1'),
    name: { 'a b': '1' },
    reserved: { 'Webhook-Signature': 'v1,x' },
    duplicate: { 'X-A': '1', 'x-a': '2' },
    value: { 'X-A': 's3cret\r\nX-Evil: 1' },
    total: many(3, 'x'.repeat(4096)),
  }
  const { id } = await api.createWebhook({
    body: { name: 'n', url: 'https://public.example/', headers: { 'X-Kept': '1' } },
  })
  for (const [rule, headers] of Object.entries(broken)) {
    const refused = await made({ headers })
    assert.deepEqual(refused.slice(0, 3), [400, 'invalid_parameter', 'headers'], rule)
    const body = { headers }
    const changed = await product.request('PATCH', `/webhooks/${id}`, { key, body })
    const { code, param, message } = changed.body.error
    assert.deepEqual([changed.status, code, param, message], refused, rule)
    assert.doesNotMatch(message, /s3cret|Evil/)
  }
  const [webhook] = await api.listWebhooks({})
  assert.deepEqual(webhook!.headers, ['X-Kept'])
})
