import type { FileReason } from '#/platform/contract/file-reason.ts'
import { StatementFault } from '#/sources/statements/fault.ts'

/** A file of an application that cannot be read. `file` is its name as people know it; null: all files together. */
export class MoveFault extends StatementFault {
  override name = 'MoveFault'
  readonly file: string | null

  constructor(file: string | null, line: number | null, reason: FileReason) {
    super(line, reason)
    this.file = file
  }
}

/** A fact that the files leave open and that changes what is stored, so a person must state it. */
export class OpenQuestion extends MoveFault {
  readonly question: 'date_order' | 'spending'

  constructor(file: string, question: OpenQuestion['question'], example: string) {
    super(
      file,
      null,
      question === 'date_order' ? { name: 'move_dates', example } : { name: 'move_signs' },
    )
    this.question = question
  }
}

/** Names the file of a fault that a shared reader has thrown. */
export function inFile(error: unknown, file: string): unknown {
  if (!(error instanceof StatementFault) || error instanceof MoveFault) return error
  return new MoveFault(file, error.line, error.reason)
}
