import type { backups } from '#web/text/en/backups.ts'
import { createLateWords } from '#web/text/late-words.ts'

export type BackupWords = typeof backups

/** The words of backups: only their screens load them. */
export const useBackupWords = createLateWords<BackupWords>({
  en: () => import('#web/text/en/backups.ts').then((file) => file.backups),
  es: () => import('#web/text/es/backups.ts').then((file) => file.backups),
  de: () => import('#web/text/de/backups.ts').then((file) => file.backups),
})
