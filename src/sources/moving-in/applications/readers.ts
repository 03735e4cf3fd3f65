import type { Application } from '#/core/values/moves.ts'
import { readActual } from './actual.ts'
import { readCopilot } from './copilot.ts'
import { readFirefly } from './firefly.ts'
import { readLunchMoney } from './lunchmoney.ts'
import { readMint } from './mint.ts'
import { readMonarch } from './monarch.ts'
import type { Moved, ReadOptions } from './moved.ts'
import type { MoveFile } from './move-file.ts'
import { readQuicken } from './quicken.ts'
import { readYnab } from './ynab.ts'

/** Reads the unpacked files of an application, in batches. Throws MoveFault. */
export type Reader = (
  files: readonly MoveFile[],
  options: ReadOptions,
) => AsyncGenerator<readonly Moved[]>

/** One reader for each application. */
export const readers: Readonly<Record<Application, Reader>> = {
  ynab: readYnab,
  actual: readActual,
  monarch: readMonarch,
  lunchmoney: readLunchMoney,
  firefly: readFirefly,
  copilot: readCopilot,
  mint: readMint,
  quicken: readQuicken,
}
