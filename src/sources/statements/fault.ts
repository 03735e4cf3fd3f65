import type { FileReason } from '#/platform/contract/file-reason.ts'
import { sayReason } from '#/platform/contract/say-reason.ts'

/** Why a file cannot be imported. The message is the reason in English and ends with a full stop; `line` counts from 1. */
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

/** A file that could be read if somebody who knows it said how. */
export class MappingFault extends StatementFault {}
