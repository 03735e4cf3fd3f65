import { codes } from '#/platform/contract/codes.ts'
import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { StoredAnswer } from '#/platform/idempotency/with-idempotency-key.ts'
import type { Seen, Watch } from '#/app/mcp/watch.ts'
import { publicRoutes } from './public-api.ts'
import type { LooseHandle } from './routes.ts'

type Watching = {
  readonly watch: Watch
  /** Answers a read in the transaction of the write. */
  readonly look: (endpoint: Endpoint, handle: LooseHandle, input: object) => Promise<string>
  readonly work: () => Promise<StoredAnswer>
}

/** A write that was judged, and is not to be kept. */
class DryRun extends Error {
  readonly answer: StoredAnswer

  constructor(answer: StoredAnswer) {
    super('rolled back')
    this.answer = answer
  }
}

/** Does a write and looks at the household before and after it, all in the transaction of the write. */
export async function workWatched({ watch, look, work }: Watching): Promise<StoredAnswer> {
  const see = async () => {
    const seen: Record<string, unknown> = {}
    for (const { name, endpoint, params } of watch.reads) {
      const handle = publicRoutes.find(([known]) => known === endpoint)?.[1]
      if (!handle) throw new Error(`${endpoint.path} is not public, so nobody can watch it`)
      seen[name] = await look(endpoint, handle, params ? { params } : {}).then(
        (json): unknown => JSON.parse(json),
        nothingIfMissing,
      )
    }
    return seen as Seen
  }
  const before = await see()
  const answer = await work()
  watch.judge(before, await see())
  if (!watch.keep) throw new DryRun(answer)
  return answer
}

/** Runs a transaction that a dry run rolls back, and returns the answer that it would have given. */
export function orDryRun<T>(run: Promise<T>): Promise<T | (StoredAnswer & { replayed: boolean })> {
  return run.catch((error: unknown) => {
    if (error instanceof DryRun) return { ...error.answer, replayed: false }
    throw error
  })
}

function nothingIfMissing(error: unknown): null {
  if (error instanceof Refusal && codes[error.code].status === 404) return null
  throw error
}
