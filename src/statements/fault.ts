/** Why a file cannot be imported. The message is for people and ends with a full stop; `line` counts from 1. */
export class StatementFault extends Error {
  override name = 'StatementFault'
  readonly line: number | null

  constructor(line: number | null, message: string) {
    super(message)
    this.line = line
  }
}

/** A file that could be read if somebody who knows it said how. */
export class MappingFault extends StatementFault {}
