import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#/platform/contract/refusal.ts'
import { readJsonBody } from './json-body.ts'

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>

const MAX = 1000

function read(body: Body, type = 'application/json'): Promise<unknown> {
  const headers = { 'content-type': type }
  const init = { method: 'POST', body, headers, duplex: 'half' } as const
  return readJsonBody(new Request('http://earmark.test/', init), MAX)
}

const refuses = (code: string, body: Body, type?: string) =>
  assert.rejects(read(body, type), (error) => error instanceof Refusal && error.code === code)

test('a JSON value in UTF-8 is read, with any parameters of its media type', async () => {
  assert.deepEqual(await read('{"a":[1,null,"ü"]}'), { a: [1, null, 'ü'] })
  for (const type of [
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json ;x=1',
  ]) {
    assert.deepEqual(await read('{}', type), {}, type)
  }
})

test('a body that is not JSON, or not declared as JSON, is refused', async () => {
  for (const body of [
    '{',
    '{"a":1}}',
    "{'a':1}",
    '{"a":1,}',
    'NaN',
    '01',
    '"\t"',
    '',
    ' ',
    '﻿{',
    '[1 2]',
  ]) {
    await refuses('invalid_json', body)
  }
  for (const type of [
    'text/plain',
    'application/jsonx',
    'application/x-www-form-urlencoded',
    'json',
  ]) {
    await refuses('invalid_json', '{}', type)
  }
  await refuses('invalid_json', new Uint8Array([0x22, 0xc3, 0x28, 0x22]))
  await refuses('invalid_json', new Uint8Array([0xff, 0xfe, 0x7b, 0x00]))
})

test('a body may have the maximum of bytes and not one more, with or without Content-Length', async () => {
  const exactly = JSON.stringify('x'.repeat(MAX - 2))
  assert.equal(await read(exactly), 'x'.repeat(MAX - 2))
  await refuses('request_too_large', `${exactly} `)
  await refuses('request_too_large', endless())
  const declared = new Request('http://earmark.test/', {
    method: 'POST',
    body: endless(),
    headers: { 'content-type': 'application/json', 'content-length': '99999999' },
    duplex: 'half',
  })
  await assert.rejects(readJsonBody(declared, MAX), { code: 'request_too_large' })
})

/** Makes a body without an end and without a declared length. */
function endless(): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(100).fill(0x20)) })
}

test('twenty levels are read, more are refused, and ten thousand do not exhaust the stack', async () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  assert.ok(await read(nested(20)))
  await refuses('invalid_json', nested(21))
  const deep = new Request('http://earmark.test/', {
    method: 'POST',
    body: '['.repeat(100_000),
    headers: { 'content-type': 'application/json' },
  })
  await assert.rejects(readJsonBody(deep, 200_000), { code: 'invalid_json' })
  assert.deepEqual(await read(JSON.stringify({ text: '[[[[{{{{\\"'.repeat(20) })), {
    text: '[[[[{{{{\\"'.repeat(20),
  })
})

test('a number must be a plain integer; any other literal arrives as NaN', async () => {
  assert.deepEqual(await read('[0,-1,9007199254740993]'), [0, -1, 9007199254740992])
  assert.deepEqual(
    await read('[1.0,1e3,-0,1E400,0.1]'),
    Array.from({ length: 5 }, () => Number.NaN),
  )
})

test('names with a meaning in JavaScript are ordinary names', async () => {
  const read_ = (await read('{"__proto__":{"a":1},"constructor":2}')) as object
  assert.deepEqual(Object.keys(read_), ['__proto__', 'constructor'])
  assert.equal(({} as { a?: number }).a, undefined)
})
