import { type Chance, givenChance } from '#/budget/expenses/rules/given.ts'

/** Chance that remembers what a sequence has done, so that a failure can show it. */
export type Witness = Chance & { readonly note: (what: string, details?: unknown) => void }

/** Seeds begin here: `EARMARK_SEED=7000 npm test` tries others. */
const FIRST = Number(process.env['EARMARK_SEED'] ?? 1)
/** As many times the usual number of sequences: `EARMARK_SEQUENCES=50 npm test` for a night. */
const TIMES = Number(process.env['EARMARK_SEQUENCES'] ?? 1)

console.log(`random sequences from seed ${FIRST}`)

/**
 * Runs a property for so many seeds, those that once failed (`kept`) first. A failure names its seed and the sequence
 * that it noted; add the seed to `kept` with the fix.
 */
export function forSeeds(
  runs: number,
  property: (chance: Witness, seed: number) => void,
  kept: readonly number[] = [],
): void {
  for (const seed of kept) tryOut(property, seed)
  for (let seed = FIRST; seed < FIRST + runs * TIMES; seed += 1) tryOut(property, seed)
}

function tryOut(property: (chance: Witness, seed: number) => void, seed: number): void {
  const { chance, sequence } = witnessOf(seed)
  try {
    property(chance, seed)
  } catch (cause) {
    throw failureOf({ seed, sequence, cause })
  }
}

/** As `forSeeds`, for sequences that a database takes part in. */
export async function forSeedsInTurn(
  runs: number,
  property: (chance: Witness, seed: number) => Promise<void>,
  kept: readonly number[] = [],
): Promise<void> {
  const seeds = [
    ...kept,
    ...Array.from({ length: Math.ceil(runs * TIMES) }, (_, index) => FIRST + index),
  ]
  for (const seed of seeds) {
    const { chance, sequence } = witnessOf(seed)
    await property(chance, seed).catch((cause: unknown) => {
      throw failureOf({ seed, sequence, cause })
    })
  }
}

function witnessOf(seed: number): { chance: Witness; sequence: unknown[] } {
  const sequence: unknown[] = []
  const note = (what: string, details?: unknown) => void sequence.push([what, details])
  return { chance: { ...givenChance(seed), note }, sequence }
}

type Failed = {
  readonly seed: number
  readonly sequence: readonly unknown[]
  readonly cause: unknown
}

function failureOf({ seed, sequence, cause }: Failed): Error {
  const steps = sequence.map((step, index) => `\n  ${index + 1}. ${JSON.stringify(step)}`).join('')
  const message = cause instanceof Error ? cause.message : String(cause)
  return new Error(`seed ${seed}: ${message}${steps}`, { cause })
}
