import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commands } from '#/app/cli/commands.ts'
import { UsageError } from './command.ts'
import { understand } from './understand.ts'

const read = (line: string) => understand(line === '' ? [] : line.split(' '), commands)

test('every command of the contract exists, by its words', () => {
  const words = commands.map((command) => command.words)
  for (const wanted of [
    'serve',
    'migrate',
    'load',
    'export',
    'demo',
    'household list',
    'household set',
    'member add',
    'member remove',
    'key create',
    'key revoke',
    'key list',
  ]) {
    assert.ok(words.includes(wanted), wanted)
  }
})

test('a line is parsed into command, operands and options', () => {
  const understood = read('household set 123 --plan free --json')
  assert.ok(understood.kind === 'run')
  assert.equal(understood.command.words, 'household set')
  assert.deepEqual(understood.operands, ['123'])
  assert.deepEqual({ ...understood.options }, { plan: 'free', json: true })
  const stdin = read('load -')
  assert.ok(stdin.kind === 'run')
  assert.deepEqual(stdin.operands, ['-'])
})

test('help is about the words before it', () => {
  for (const [line, words] of [
    ['', null],
    ['--help', null],
    ['-h', null],
    ['help key create', ['key create']],
    ['key create --help', ['key create']],
    ['key create -h --json', ['key create']],
    ['load --help', ['load']],
    ['member', ['member add', 'member invite', 'member remove']],
    ['member --help', ['member add', 'member invite', 'member remove']],
  ] as const) {
    const understood = read(line)
    assert.ok(understood.kind === 'help', line)
    assert.deepEqual(
      understood.commands.map((command) => command.words),
      words ?? commands.map((command) => command.words),
      line,
    )
  }
})

test('an unknown line is refused in one line', () => {
  for (const [line, part] of [
    ['fly', '"fly"'],
    ['key paint', '"key paint"'],
    ['key list', 'HOUSEHOLD_ID'],
    ['load a b', '"b"'],
    ['load a --fast', '--fast'],
    ['demo --seed', '--seed'],
    ['--fast', '--fast'],
  ] as const) {
    assert.throws(
      () => read(line),
      (error) => {
        assert.ok(error instanceof UsageError, line)
        assert.ok(error.message.includes(part), error.message)
        assert.doesNotMatch(error.message, /\n/)
        return true
      },
    )
  }
})

test('an amount below zero is refused with the way to write it', () => {
  const line = 'account create 123 --name Visa --type credit --balance'
  assert.throws(() => read(`${line} -21000`), { message: '--balance: write --balance=-21000.' })
  const understood = read(`${line}=-21000`)
  assert.ok(understood.kind === 'run')
  assert.equal(understood.options['balance'], '-21000')
})
