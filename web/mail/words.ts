import type { mail } from '#web/text/en/mail.ts'
import { createLateWords } from '#web/text/late-words.ts'

/** The words of mail: only screens that have to do with it load them. */
export const useMailWords = createLateWords<typeof mail>({
  en: () => import('#web/text/en/mail.ts').then((file) => file.mail),
  es: () => import('#web/text/es/mail.ts').then((file) => file.mail),
  de: () => import('#web/text/de/mail.ts').then((file) => file.mail),
})
