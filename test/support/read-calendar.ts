import assert from 'node:assert/strict'
import ICAL from 'ical.js'

/** An event of a calendar, as a program reads it. */
export type ReadEvent = {
  readonly uid: string
  readonly day: string
  readonly title: string
  readonly details: string
  readonly sequence: number
  readonly stamp: string
  /** The triggers of its alarms. */
  readonly alarms: readonly string[]
}

/** Reads a calendar with a program's own parser, after holding its text to RFC 5545 line by line. */
export function readCalendar(text: string) {
  checkLines(text)
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  const valueOf = (name: string) => String(calendar.getFirstPropertyValue(name))
  assert.deepEqual([calendar.name, valueOf('version')], ['vcalendar', '2.0'])
  const events = calendar.getAllSubcomponents('vevent').map(readEvent)
  assert.equal(new Set(events.map(({ uid }) => uid)).size, events.length, 'each UID once')
  return {
    name: unescape(valueOf('x-wr-calname')),
    ttl: valueOf('x-published-ttl'),
    calendar,
    events,
  }
}

/** Properties that RFC 5545 does not know are given to the program as they are. */
function unescape(text: string): string {
  return text.replaceAll(/\\([\\;,])/g, '$1')
}

function readEvent(component: ICAL.Component): ReadEvent {
  for (const name of ['uid', 'dtstamp', 'dtstart', 'dtend', 'summary', 'sequence']) {
    assert.equal(component.getAllProperties(name).length, 1, name)
  }
  const event = new ICAL.Event(component)
  assert.ok(event.startDate.isDate && event.endDate.isDate, 'all day')
  assert.equal(event.duration.toSeconds(), 86_400)
  const stamp = String(component.getFirstPropertyValue('dtstamp'))
  assert.equal(String(component.getFirstPropertyValue('last-modified')), stamp)
  return {
    uid: event.uid,
    day: event.startDate.toString(),
    title: event.summary,
    details: event.description ?? '',
    sequence: event.sequence,
    stamp,
    alarms: component.getAllSubcomponents('valarm').map((alarm) => {
      assert.equal(alarm.getFirstPropertyValue('action'), 'DISPLAY')
      assert.ok(alarm.getFirstPropertyValue('description'))
      return String(alarm.getFirstPropertyValue('trigger'))
    }),
  }
}

function checkLines(text: string): void {
  assert.ok(text.endsWith('\r\n'), 'ends with a line break')
  assert.ok(text.isWellFormed())
  const lines = text.split('\r\n').slice(0, -1)
  const open: string[] = []
  let hasEvents = false
  for (const line of lines) {
    assert.ok(Buffer.byteLength(line) <= 75, `more than 75 octets: ${line}`)
    assert.doesNotMatch(line, /(?!\t)\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u)
    assert.match(line, /^( |[A-Z][A-Z0-9-]*[;:])/)
    const [, edge, name] = /^(BEGIN|END):(\w+)$/.exec(line) ?? []
    if (edge === 'BEGIN') open.push(name!)
    hasEvents ||= name === 'VEVENT'
    // Properties of the calendar come before its events (RFC 5545, 3.6).
    if (open.length === 1 && edge === undefined && line[0] !== ' ') assert.ok(!hasEvents, line)
    if (edge === 'END') assert.equal(open.pop(), name)
  }
  assert.deepEqual([open, lines[0], lines.at(-1)], [[], 'BEGIN:VCALENDAR', 'END:VCALENDAR'])
}
