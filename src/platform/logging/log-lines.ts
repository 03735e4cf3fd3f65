/** The importance of a line, the least important first. */
export const levels = ['debug', 'info', 'warn', 'error'] as const
export type Level = (typeof levels)[number]

/** `json`: one object a line, for programs. `text`: for people; `coloured` on a terminal that shows colours. */
export type LogStyle = 'json' | 'text' | 'coloured'

/** An event with facts that are free of secrets. */
export type Line = {
  readonly time: string
  readonly level: Level
  readonly event: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** Selects how this process writes its log. `wanted`: the operator's choice; null: text on a terminal, else JSON. */
export function chooseStyle(
  wanted: 'json' | 'text' | null,
  { isTerminal, env }: { isTerminal: boolean; env: Readonly<Record<string, string | undefined>> },
): LogStyle {
  if ((wanted ?? (isTerminal ? 'text' : 'json')) === 'json') return 'json'
  // https://no-color.org: any value that is not empty.
  return isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb' ? 'coloured' : 'text'
}

export function writeJsonLine({ time, level, event, facts }: Line): string {
  return `${escapeInvisible(JSON.stringify({ time, level, event, ...facts }))}\n`
}

/** Width of the column of events; few names are longer. */
const EVENT_WIDTH = 24

/** Writes time, level, event and facts in columns. An error's stack follows, indented, so that no line of it looks like an event. */
export function writeTextLine({ time, level, event, facts }: Line, style: LogStyle): string {
  const paint = style === 'coloured' ? paintIn : (text: string) => text
  const shown: string[] = []
  const stacks: string[] = []
  for (const [name, value] of Object.entries(facts)) {
    if (value === undefined) continue
    const stack = stackOf(value)
    if (stack === null) shown.push(`${paint(name, 'dim')}=${writeValue(value)}`)
    else {
      shown.push(`${paint(name, 'dim')}=${writeValue(stack.summary)}`)
      stacks.push(...stack.lines)
    }
  }
  const head = `${paint(time, 'dim')} ${paint(level.toUpperCase().padEnd(5), level)} ${event.padEnd(EVENT_WIDTH)}`
  return [`${head} ${shown.join(' ')}`.trimEnd(), ...stacks.map((one) => `    ${one}`), ''].join(
    '\n',
  )
}

/** Texts that can be read without quotes and are not taken for anything else. */
const PLAIN = /^[\w.:/@+,*%~-]+$/

function writeValue(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value
  return escapeInvisible(JSON.stringify(value) ?? 'null')
}

/** Splits an error, as the log describes it, into a summary and the lines of its stack; null for other values. */
function stackOf(value: unknown): { summary: string; lines: readonly string[] } | null {
  if (value === null || typeof value !== 'object') return null
  if (!('stack' in value && 'message' in value && 'name' in value)) return null
  const cause = 'cause' in value ? stackOf(value.cause) : null
  const own = String(value.stack).split('\n').map(escapeInvisible)
  return {
    summary: `${String(value.name)}: ${String(value.message)}`,
    lines: [
      ...own,
      ...(cause ? [`caused by ${escapeInvisible(cause.summary)}`, ...cause.lines] : []),
    ],
  }
}

/**
 * Characters that end a line for some reader, steer a terminal, or reorder what is shown. JSON leaves those above U+007E as
 * they are, so a text from a stranger could pretend to be a line of its own.
 */
const invisible =
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu

function escapeInvisible(text: string): string {
  return text.replace(invisible, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const codes = { dim: 2, debug: 2, info: 36, warn: 33, error: 31 } as const

function paintIn(text: string, colour: keyof typeof codes): string {
  return `\u001b[${codes[colour]}m${text}\u001b[0m`
}
