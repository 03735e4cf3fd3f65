import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from '#/core/values/fold.ts'
import { catalogOf, allMeanings } from '#/budget/categories/meanings.ts'
import { type StarterGroup, starterSets } from './starter-sets.ts'

const namesOf = (groups: readonly StarterGroup[]) =>
  groups.flatMap(({ name, kind, members }) =>
    [name, ...members].map((one) => ({ name: one, kind })),
  )

for (const [language, groups] of Object.entries(starterSets)) {
  test(`every starter category has a meaning of its own (${language})`, () => {
    const catalog = catalogOf(
      namesOf(groups).map(({ name, kind }) => ({ id: name, name, kind, isHidden: false })),
    )
    const found = allMeanings().map((meaning) => catalog.about(meaning)?.name)
    const meant = new Set(found)
    assert.deepEqual(
      namesOf(groups)
        .map(({ name }) => name)
        .filter((name) => !meant.has(name)),
      [],
    )
  })

  test(`no name is there twice (${language})`, () => {
    const names = namesOf(groups).map(({ name }) => fold(name))
    assert.equal(new Set(names).size, names.length)
  })
}
