import { Refusal } from '#/platform/contract/refusal.ts'
import type { Standing, StoredStanding } from './standing.ts'

/** Whole seconds after which a request may find the household at its new place, or back at its old one. */
const RETRY_SECONDS = 5

/**
 * Throws `service_unavailable` while the household goes to another database: its rows are being copied, or are served there
 * already. A client tries again; once the move is done, this instance no longer knows its key.
 */
export function requireHere(standing: StoredStanding): asserts standing is Standing {
  if (standing !== 'moving') return
  throw new Refusal('service_unavailable', {
    message: 'The household is being moved to another database; try again shortly.',
    retryAfterSeconds: RETRY_SECONDS,
  })
}
