import type { movingIn } from '#web/text/en/moving-in.ts'
import { createFormats } from '#web/text/formats.ts'
import { createLateWords } from '#web/text/late-words.ts'

export type MoveWords = ReturnType<typeof movingIn>

/** The words of moving from another application: only its screens load them. */
export const useMoveWords = createLateWords<MoveWords>({
  en: () => import('#web/text/en/moving-in.ts').then((file) => file.movingIn(createFormats('en'))),
  es: () => import('#web/text/es/moving-in.ts').then((file) => file.movingIn(createFormats('es'))),
  de: () => import('#web/text/de/moving-in.ts').then((file) => file.movingIn(createFormats('de'))),
})
