import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const door = 'src/budget/accounts/update-balances.ts'
/** An update of `accounts` that sets `balance`, in raw SQL and in kysely. */
const writes = [
  /update\s+accounts\b[^`]*?\bbalance\s*=/,
  /updateTable\('accounts'\)(?:(?!\.execute)[^])*?\bbalance\b/,
]

test('account balances change through `update-balances.ts` alone', () => {
  const found = globSync('src/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => writes.some((pattern) => pattern.test(readFileSync(path, 'utf8'))))
  assert.deepEqual(found, [door])
})
