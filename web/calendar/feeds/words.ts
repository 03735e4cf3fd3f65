import type { calendarFeeds } from '#web/text/en/calendar-feeds.ts'
import { createLateWords } from '#web/text/late-words.ts'

export type CalendarFeedWords = ReturnType<typeof calendarFeeds>

/** The words of calendar addresses: only their dialog loads them. */
export const useFeedWords = createLateWords<CalendarFeedWords>({
  en: () => import('#web/text/en/calendar-feeds.ts').then((file) => file.calendarFeeds()),
  es: () => import('#web/text/es/calendar-feeds.ts').then((file) => file.calendarFeeds()),
  de: () => import('#web/text/de/calendar-feeds.ts').then((file) => file.calendarFeeds()),
})
