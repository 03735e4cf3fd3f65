import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forSeedsInTurn } from '../simulations/seeds.ts'
import { compareWithTruth, mapByHand, type Comparison } from './compare-with-truth.ts'
import { type BankLayout, readLayouts } from './layouts.ts'
import { writeStatement } from './write-statement.ts'

// Statements of invented households in the layouts of the world's banks and cards. The truth is the household's payments, so it
// does not come from the reader. `EARMARK_TABLE=1` prints each layout with its outcome.

const SEEDS = 3
const layouts = readLayouts()

type Result = { readonly layout: BankLayout; readonly comparison: Comparison }

async function compareAll(isMapped: boolean, most?: number): Promise<Result[]> {
  const results: Result[] = []
  await forSeedsInTurn(SEEDS, async (chance) => {
    for (const layout of layouts) {
      const statement = writeStatement(chance, layout, most)
      const mapping = isMapped ? mapByHand(layout, statement) : {}
      results.push({ layout, comparison: await compareWithTruth(layout, statement, mapping) })
    }
  })
  return results
}

function report(title: string, results: readonly Result[]): Record<Comparison['outcome'], number> {
  const share = (outcome: Comparison['outcome']) =>
    results.filter(({ comparison }) => comparison.outcome === outcome).length / results.length
  const shares = { right: share('right'), asks: share('asks'), wrong: share('wrong') }
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`
  console.log(
    `${title}: ${results.length} files of ${layouts.length} layouts, right ${percent(shares.right)}, asks ${percent(shares.asks)}, wrong ${percent(shares.wrong)}`,
  )
  if (process.env['EARMARK_TABLE'] === undefined) return shares
  for (const [{ name }, some] of Map.groupBy(results, ({ layout }) => layout)) {
    const worst = some.toSorted((a, b) => rank(b.comparison) - rank(a.comparison))[0]!.comparison
    const named = some.reduce((sum, { comparison }) => sum + comparison.named, 0) / some.length
    if (worst.outcome !== 'right' || named < 1 || process.env['EARMARK_TABLE'] === 'all') {
      console.log(
        `${worst.outcome.padEnd(6)} ${percent(named).padStart(8)} ${name}  ${worst.detail}`,
      )
    }
  }
  return shares
}

function namedShare(results: readonly Result[]): number {
  return results.reduce((sum, { comparison }) => sum + comparison.named, 0) / results.length
}

function rank({ outcome }: Comparison): number {
  return ['right', 'asks', 'wrong'].indexOf(outcome)
}

test('statements of the world’s banks come in right unaided, and none comes in wrong', async () => {
  const results = await compareAll(false)
  const shares = report('unaided', results)
  assert.equal(shares.wrong, 0)
  assert.ok(shares.right >= 0.9)
  // The payee of a payment can be seen in its name or its words.
  assert.ok(namedShare(results) >= 0.97)
})

test('statements of the world’s banks come in right once a person names the columns', async () => {
  const shares = report('columns by hand', await compareAll(true))
  assert.equal(shares.wrong, 0)
  assert.ok(shares.right >= 0.98)
})

test('statements of one to three rows come in right or ask, and none comes in wrong', async () => {
  const shares = []
  for (const most of [1, 2, 3]) {
    shares.push(report(`at most ${most} rows`, await compareAll(false, most)))
  }
  assert.deepEqual(
    shares.map(({ wrong }) => wrong),
    [0, 0, 0],
  )
})
