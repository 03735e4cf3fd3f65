import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { mutations as access } from './mutants/access-mutations.ts'
import { mutations as engine } from './mutants/engine-mutations.ts'
import { mutations as sources } from './mutants/source-mutations.ts'
import { mutations as webhooks } from './mutants/webhook-mutations.ts'

// The mutations themselves run by hand (test/mutants/mutate.ts). Code that moves must not leave them behind.

for (const [list, mutations] of Object.entries({ access, engine, sources, webhooks })) {
  test(`every mutation of ${list} still applies, to one place of its file`, () => {
    const stale = mutations.filter(({ file, from }) => {
      return !existsSync(file) || readFileSync(file, 'utf8').split(from).length !== 2
    })
    assert.deepEqual(
      stale.map(({ name }) => name),
      [],
    )
  })

  test(`every mutation of ${list} changes its file, under a name of its own`, () => {
    assert.deepEqual(
      mutations.filter(({ from, to }) => from === to),
      [],
    )
    assert.equal(new Set(mutations.map(({ name }) => name)).size, mutations.length)
  })

  test(`the tests that are to notice mutations of ${list} exist`, () => {
    const named = mutations.flatMap(({ noticedBy }) => noticedBy ?? [])
    assert.deepEqual(
      named.filter((pattern) => globSync(pattern).length === 0),
      [],
    )
  })
}
