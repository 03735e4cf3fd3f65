import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#/core/values/day.ts'
import { liveThrough } from '../../../../test/simulations/second-opinion.ts'
import { forSeeds } from '../../../../test/simulations/seeds.ts'
import { randomState } from '#/budget/funding/given.ts'
import { processDays } from './process-days.ts'

test('a year of a random household ends as an independent model computes it', () => {
  forSeeds(150, (chance) => {
    const state = randomState(chance)
    chance.note('state', state)
    const today = addDays(state.processedThrough, 1 + chance.below(400))
    const done = processDays(state, today)
    const lived = liveThrough(state, today)
    const lanesOf = ({ id, cycle, lanes }: (typeof lived.holdings)[number]) => ({
      id,
      cycle,
      lanes,
    })
    assert.deepEqual(done.holdings.map(lanesOf), lived.holdings.map(lanesOf))
    const ran = done.paydays.flatMap(({ schedules }) => schedules)
    assert.deepEqual(ran, lived.ran)
  })
})
