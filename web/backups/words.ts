import { use } from 'react'
import type { backups } from '#web/text/en/backups.ts'
import type { Language } from '#web/text/language.ts'
import { useLanguage } from '#web/text/text.tsx'

export type BackupWords = typeof backups

/** The words of backups in each language: only their screens load them. */
const loaders: Readonly<Record<Language, () => Promise<BackupWords>>> = {
  en: () => import('#web/text/en/backups.ts').then((file) => file.backups),
  es: () => import('#web/text/es/backups.ts').then((file) => file.backups),
  de: () => import('#web/text/de/backups.ts').then((file) => file.backups),
}

const loaded = new Map<Language, Promise<BackupWords>>()

/** Returns the words in the person’s language; suspends while they load. */
export function useBackupWords(): BackupWords {
  const { language } = useLanguage()
  const words = loaded.get(language) ?? loaders[language]()
  loaded.set(language, words)
  return use(words)
}
