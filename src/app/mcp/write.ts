import { invalidParameter } from '#/platform/contract/refusal.ts'
import { makeConfirmation, openConfirmation, CONFIRM_MINUTES } from './confirmation.ts'
import { effectSentences } from './effects.ts'
import { bodyOf, type Input, type Using, type WriteTool } from './tool.ts'
import type { Watch } from './watch.ts'

/**
 * Calls a tool that writes. Without `confirm` the write is done and rolled back, and its effect is written with a
 * confirmation. With it, the write is kept if its effect is still the same: both happen in the transaction of the write.
 */
export async function callWrite(using: Using, tool: WriteTool, input: Input): Promise<object> {
  const { dry_run: dryRun, confirm, ...given } = input
  if (typeof confirm === 'string') {
    if (dryRun === true)
      throw invalidParameter('dry_run', '`dry_run` and `confirm` contradict each other.')
    return keep(using, { tool, given, confirm })
  }
  if (dryRun === false) {
    throw invalidParameter(
      'confirm',
      'Call it without `dry_run` first: the answer contains `confirm`, with which the same call happens.',
    )
  }
  return tryOut(using, tool, given)
}

async function tryOut(using: Using, tool: WriteTool, given: Input): Promise<object> {
  let words = ''
  const watch = watchOf(using, { tool, given, keep: false }, (sentence) => {
    words = sentence
  })
  await using.door.write(tool.endpoint, partsOf(tool, given), { watch })
  return {
    dry_run: true,
    in_words: words,
    next: `Nothing has changed yet. After the person agrees, call ${tool.name} again with the same arguments and \`confirm\`.`,
    confirm: makeConfirmation(using.runtime, intentOf(using, tool, given), words),
    minutes: CONFIRM_MINUTES,
  }
}

type Keeping = { readonly tool: WriteTool; readonly given: Input; readonly confirm: string }

async function keep(using: Using, { tool, given, confirm }: Keeping): Promise<object> {
  const { requireSame } = openConfirmation(using.runtime, intentOf(using, tool, given), confirm)
  let words: string | null = null
  const watch = watchOf(using, { tool, given, keep: true }, (sentence) => {
    requireSame(sentence)
    words = sentence
  })
  const { answer, replayed } = await using.door.write(tool.endpoint, partsOf(tool, given), {
    watch,
    idempotencyKey: confirm,
  })
  return {
    done: true,
    ...(replayed
      ? { already_done: 'An earlier call with this confirmation did it. Nothing was done again.' }
      : { in_words: words }),
    ...idsOf(answer),
  }
}

type Wanted = { readonly tool: WriteTool; readonly given: Input; readonly keep: boolean }

function watchOf(
  { caller }: Using,
  { tool, given, keep: kept }: Wanted,
  see: (words: string) => void,
): Watch {
  return {
    // A restricted key learns by a write only what it may read.
    reads: tool
      .watch(given)
      .filter(({ endpoint }) => caller.scopes.includes(endpoint.scope) && caller.mayCall(endpoint)),
    keep: kept,
    judge: (before, after) => {
      see([tool.says(given, before, after), ...effectSentences(before, after)].join(' '))
    },
  }
}

function intentOf({ caller }: Using, tool: WriteTool, input: Input) {
  const { householdId, keyId } = caller
  return { householdId, keyId, tool: tool.name, input }
}

/** Distributes the flat arguments of a tool over the path and the body of its endpoint. */
function partsOf({ endpoint }: WriteTool, given: Input) {
  const inPath = Object.keys(endpoint.params?.shape ?? {})
  const params = Object.fromEntries(inPath.map((name) => [name, String(given[name])]))
  const rest = Object.entries(given).filter(([name]) => !inPath.includes(name))
  return { params, ...(bodyOf(endpoint) && { body: Object.fromEntries(rest) }) }
}

/** The ids of an answer: everything else of it is in `in_words`. */
function idsOf(answer: unknown): object {
  if (answer === null || typeof answer !== 'object') return {}
  const ids = Object.entries(answer).filter(
    ([name, value]) => /^(id|\w+_id|undo)$/.test(name) && typeof value === 'string',
  )
  return Object.fromEntries(ids)
}
