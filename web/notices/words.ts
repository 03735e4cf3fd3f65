import type { notices } from '#web/text/en/notices.ts'
import { createLateWords } from '#web/text/late-words.ts'

export type NoticesWords = typeof notices

/** The words of notices: only their screen loads them. */
export const useNoticesWords = createLateWords<NoticesWords>({
  en: () => import('#web/text/en/notices.ts').then((file) => file.notices),
  es: () => import('#web/text/es/notices.ts').then((file) => file.notices),
  de: () => import('#web/text/de/notices.ts').then((file) => file.notices),
})
