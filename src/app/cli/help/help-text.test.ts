import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commands } from '#/app/cli/commands.ts'
import { UsageError } from '#/app/cli/parsing/command.ts'
import { optionsOf } from '#/app/cli/parsing/program.ts'
import { understand } from '#/app/cli/parsing/understand.ts'
import { helpText } from './help-text.ts'
import { operandText } from './operand-text.ts'

function help(line: string): string {
  const asked = understand(line === '' ? [] : line.split(' '), commands)
  assert.ok(asked.kind === 'help', line)
  return helpText(asked)
}

test('earmark alone shows the most used commands by group, on one screen', () => {
  const lines = help('').split('\n')
  assert.ok(lines.length <= 52, `${lines.length} lines`)
  assert.deepEqual(
    lines.filter((line) => line.length > 80),
    [],
  )
  assert.deepEqual(
    lines.filter((line) => /^[A-Z]/.test(line) && !line.startsWith('Usage')),
    ['Server', 'Households and people', 'Budget', 'Accounts, banks and files', 'Programs'],
  )
  // Plain where nobody looks: no escape sequence.
  assert.ok(!help('').includes('\u001b'))
})

test('every command is in the whole help, once', () => {
  const lines = help('help --all').split('\n')
  for (const { words } of commands) {
    assert.equal(lines.filter((line) => line.startsWith(`  ${words}  `)).length, 1, words)
  }
})

test('every operand and every option of every command is described', () => {
  for (const command of commands) {
    const text = help(`${command.words} --help`)
    for (const [name, { description }] of Object.entries(optionsOf(command))) {
      assert.match(description, /^\S.{8,}\.$/s, `${command.words} --${name}: “${description}”`)
      assert.ok(text.includes(`--${name}`), `${command.words} --${name}`)
    }
    for (const name of [...command.operands, command.optionalOperand ?? 'FILE']) {
      assert.notEqual(operandText(command, name), '', `${command.words} ${name}`)
    }
  }
})

test('the help on a command has its choices, its default and an example', () => {
  const text = help('expense create --help').replaceAll(/\s+/g, ' ')
  assert.match(text, /Usage: earmark expense create HOUSEHOLD_ID --name TEXT \[options\]/)
  assert.match(text, /--type WORD A bill.* \(one of expense, goal, credit_card; default expense\)/)
  assert.match(text, /--funding-priority high\|normal\|low [^(]*\(default normal\)/)
  assert.match(text, /--name TEXT The name that people see\. \(needed\)/)
  assert.match(text, /Examples: earmark expense create HOUSEHOLD_ID --name Rent/)
})

test('every example is a line that is understood', () => {
  const lines = commands.flatMap(({ examples = [] }) => examples)
  assert.ok(lines.length > 30)
  for (const line of lines) {
    const words = [...line.replace(/ [<>] \S+$/, '').matchAll(/'([^']*)'|(\S+)/g)]
    const asked = understand(
      words.map(([, quoted, plain]) => quoted ?? plain!),
      commands,
    )
    assert.equal(asked.kind, 'run', line)
  }
})

test('a mistyped word is answered with the likely one', () => {
  for (const [line, hint] of [
    ['expence list x', 'Did you mean "expense list"?'],
    ['expense add x', 'Did you mean "expense create"?'],
    ['expense lits x', 'Did you mean "expense list"?'],
    ['list household', 'Did you mean "household list"?'],
    ['household-list', 'Did you mean "household list"?'],
    ['help expens', 'Did you mean "expense"?'],
    ['household list --jsno', 'Did you mean --json?'],
    ['household list --cvs', 'Did you mean --csv?'],
    ['account create x --name y --type creditt', 'Did you mean credit?'],
  ] as const) {
    assert.throws(
      () => understand(line.split(' '), commands),
      (error) => {
        assert.ok(error instanceof UsageError, line)
        assert.ok(error.message.endsWith(hint), `${line}: ${error.message}`)
        return true
      },
    )
  }
  assert.throws(() => understand(['xyzzy'], commands), { message: 'There is no command "xyzzy".' })
})

test('a line that contradicts the declaration of its command is refused', () => {
  for (const [line, message] of [
    ['expense create x', '--name is missing.'],
    ['expense create', 'HOUSEHOLD_ID is missing.'],
    ['serve --role', '--role needs a value.'],
    ['serve --role --json', /--role needs a value/],
    ['serve --role=boss', '--role: one of all, api, worker.'],
    ['household list --json --csv', '--csv and --json exclude each other.'],
    ['household list --json=1', '--json takes no value.'],
    ['migrate --csv', 'There is no option --csv.'],
    ['key create x --member y --scope data.read,data.all', /^--scope: one of data\.read/],
  ] as const) {
    assert.throws(() => understand(line.split(' '), commands), { message }, line)
  }
  const literal = understand(['load', '--', '--all'], commands)
  assert.ok(literal.kind === 'run')
  assert.deepEqual(literal.operands, ['--all'])
})
