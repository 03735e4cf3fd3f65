import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commands } from './commands.ts'
import type { Command } from '#/app/cli/parsing/command.ts'
import { loadDemo } from '#/documents/demo/demo.ts'
import { givenPerson } from '../../../test/support/given-person.ts'
import { startProduct } from '../../../test/support/product.ts'
import { runCommand } from '../../../test/support/run-command.ts'

// Every command that prints a list is run on the demo household: as a table, as CSV and as JSON.

const product = await startProduct({ limited: false })
const { loaded } = await loadDemo(product.runtime, { seed: 'lists', transactionCount: 300 })
const account = Object.values(loaded.accounts)[0]!
const alex = loaded.members['alex']!
const person = await givenPerson(product.runtime, loaded.household_id, alex)
const rule = `rule create ${loaded.household_id} --text =1+1 --concept Sums`
await runCommand(product.runtime, rule.split(' '))

const operands: Readonly<Record<string, string>> = {
  HOUSEHOLD_ID: loaded.household_id,
  ID: account,
  'EMAIL|ID': person,
}

/** Commands that ask an instance over HTTP or keep files, and have tests of their own. */
const lists = commands.filter(({ lists: isList, reach }) => {
  return isList && (reach === undefined || reach === 'household')
})

async function run({ words, operands: names }: Command, ...options: readonly string[]) {
  const given = names.map((name) => operands[name] ?? assert.fail(`${words}: ${name}`))
  return runCommand(product.runtime, [...words.split(' '), ...given, ...options])
}

/** Reads CSV with a reader of its own, so that nobody agrees with themselves. */
function readCsv(text: string): readonly string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g,
  )) {
    if (quoted === undefined && plain === '' && end === '' && rows.at(-1)!.length === 0) break
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!)
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows
}

test('every list is a table with a heading, CSV with all columns, and JSON as before', async () => {
  assert.ok(lists.length > 20, `${lists.length} lists`)
  let filled = 0
  for (const command of lists) {
    const { text, json } = await run(command)
    assert.notEqual(json, undefined, command.words)
    const { csv } = await run(command, '--csv')
    assert.ok(csv !== undefined, `${command.words} prints no CSV`)
    const [header, ...rows] = readCsv(csv)
    assert.ok(
      header!.every((name) => /^[a-zA-Z_]+(\.[a-z_]+)?$/.test(name)),
      `${command.words}: ${header!.join()}`,
    )
    assert.equal(new Set(header).size, header!.length, command.words)
    for (const row of rows) assert.equal(row.length, header!.length, command.words)
    // A table writes no field as it would be in JSON.
    assert.doesNotMatch(text, /undefined|\[object|NaN/, command.words)
    if (rows.length > 0) filled += 1
  }
  assert.ok(filled > 12, `${filled} lists have rows`)
})

test('amounts are money in the table, decimals in CSV and cents in JSON', async () => {
  const id = loaded.household_id
  for (const [words, field] of [
    ['account list', 'balance'],
    ['group list', 'target_amount'],
    ['expense list', 'balance'],
    ['transaction list', 'amount'],
  ] as const) {
    const { text, json } = await runCommand(product.runtime, [...words.split(' '), id])
    const { csv } = await runCommand(product.runtime, [...words.split(' '), id, '--csv'])
    const all = (Array.isArray(json) ? json : (json as { data: object[] }).data) as Record<
      string,
      number
    >[]
    const [header, first] = readCsv(csv!)
    const cents = all[0]![field]!
    const decimal = (cents / 100).toFixed(2)
    assert.equal(first![header!.indexOf(field)], decimal, words)
    assert.equal(first![header!.indexOf('currency')], 'EUR', words)
    const money = `${Number(decimal).toLocaleString('en-US', { minimumFractionDigits: 2 })} EUR`
    assert.ok(text.split('\n')[1]!.includes(money), `${words}: ${money}\n${text}`)
  }
})

test('a list without entries says so, and is a header alone in CSV', async () => {
  const { household_id: id } = await product.household({})
  const { text } = await runCommand(product.runtime, ['expense', 'list', id])
  assert.equal(text, 'There is nothing yet.')
  const { csv } = await runCommand(product.runtime, ['expense', 'list', id, '--csv'])
  assert.match(csv!, /^name,type,balance,[^\r\n]*$/)
})
