import type { insights } from '#web/text/en/insights.ts'
import { createFormats } from '#web/text/formats.ts'
import { createLateWords } from '#web/text/late-words.ts'

export type InsightWords = ReturnType<typeof insights>

/** The words of insights: only their screens load them. */
export const useInsightWords = createLateWords<InsightWords>({
  en: () => import('#web/text/en/insights.ts').then((file) => file.insights(createFormats('en'))),
  es: () => import('#web/text/es/insights.ts').then((file) => file.insights(createFormats('es'))),
  de: () => import('#web/text/de/insights.ts').then((file) => file.insights(createFormats('de'))),
})
