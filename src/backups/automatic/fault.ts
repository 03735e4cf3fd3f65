import { BackupFault } from '#/backups/backup.ts'
import type { FaultWord } from './app-contract.ts'

/** An automatic backup that failed for a reason that the operator can remove. */
export class AutomaticFault extends Error {
  override name = 'AutomaticFault'
  readonly word: FaultWord

  constructor(word: FaultWord, message: string, options?: ErrorOptions) {
    super(message, options)
    this.word = word
  }
}

const wordOfCode: Readonly<Record<string, FaultWord>> = {
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  EFBIG: 'no_space',
  EACCES: 'not_writable',
  EPERM: 'not_writable',
  EROFS: 'not_writable',
  ENOENT: 'folder_missing',
  ENOTDIR: 'folder_missing',
  EEXIST: 'folder_missing',
}

/** Finds the word for an error, and the sentence for the operator. */
export function describeFault(error: unknown): {
  readonly word: FaultWord
  readonly message: string
} {
  if (error instanceof AutomaticFault) return { word: error.word, message: error.message }
  if (error instanceof BackupFault) return { word: 'unverified', message: error.message }
  if (!(error instanceof Error)) return { word: 'other', message: String(error) }
  const code = 'code' in error ? String(error.code) : ''
  return { word: wordOfCode[code] ?? 'other', message: error.message }
}
