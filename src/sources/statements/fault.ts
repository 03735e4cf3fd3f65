import type { FileReason } from '#/platform/contract/file-reason.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { sayReason } from '#/platform/contract/say-reason.ts'

/**
 * A file that cannot be imported. The message is the reason in English and ends with a full stop; `line` counts from 1
 * and is null for a fault of the whole file.
 */
export class StatementFault extends Error {
  override name = 'StatementFault'
  readonly line: number | null
  readonly reason: FileReason

  constructor(line: number | null, reason: FileReason) {
    super(sayReason(reason))
    this.line = line
    this.reason = reason
  }
}

/** A file that could be read if a person described its columns or chose an account. */
export class MappingFault extends StatementFault {}

/** Converts any error into a fault that people may read. */
export function readableFault(error: unknown): StatementFault {
  if (error instanceof StatementFault) return error
  return new StatementFault(
    null,
    error instanceof Refusal ? { name: 'refused', code: error.code } : { name: 'our_side' },
  )
}
