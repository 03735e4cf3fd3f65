import {
  ICalAlarmRelatesTo,
  ICalAlarmType,
  ICalCalendar,
  ICalEventBusyStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { addDays, type Day } from '#/core/values/day.ts'
import type { LanguageTag } from '#/core/values/languages.ts'
import type { Composed } from './compose.ts'
import type { Shown } from './number-events.ts'
import { plainText } from './plain-text.ts'

/** Seconds after which programs should read the calendar again. */
const REFRESH_SECONDS = 4 * 3600
const DAY_SECONDS = 24 * 3600
/** Reminders come at nine o’clock. */
const NINE = 9 * 3600
/** Green, as free to spend is. */
const COLOR = '#1F8A5B'

type Feed = { readonly id: string; readonly name: string; readonly language: LanguageTag }
type Event = Composed & Pick<Shown, 'number' | 'sequence' | 'modifiedAt'>

/**
 * Writes a calendar as RFC 5545 has it. It names no method, so DTSTAMP says when the event changed last, and the text stays
 * the same as long as no event changes.
 */
export function writeCalendar({ id, name, language }: Feed, events: readonly Event[]): string {
  const calendar = new ICalCalendar({
    prodId: { company: 'Earmark', product: 'Earmark', language: language.toUpperCase() },
    // The library writes it as it is.
    name: escapeText(plainText(name)),
    ttl: REFRESH_SECONDS,
  })
  calendar.color(COLOR)
  for (const event of events) {
    const modified = event.modifiedAt.toString()
    calendar.createEvent({
      id: `${event.number}.${id}@earmark`,
      sequence: event.sequence,
      stamp: modified,
      lastModified: modified,
      start: midnight(event.day),
      end: midnight(addDays(event.day, 1)),
      allDay: true,
      summary: event.title,
      ...(event.details !== '' && { description: event.details }),
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
      ...(event.alarmDays !== null && {
        alarms: [
          {
            type: ICalAlarmType.display,
            // Seconds before the beginning of the day.
            trigger: event.alarmDays * DAY_SECONDS - NINE,
            relatesTo: ICalAlarmRelatesTo.start,
            description: event.title,
          },
        ],
      }),
    })
  }
  return `${calendar.toString()}\r\n`
}

/** All-day events are written with the UTC parts of their moment. */
function midnight(day: Day): string {
  return `${day}T00:00:00Z`
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`)
}
