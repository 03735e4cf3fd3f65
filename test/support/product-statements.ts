import { isAcrossHouseholds } from './across-households.ts'
import { findOpenTables } from './one-household.ts'

const DEPTH = 100
/** Frames between a statement and the code that sends it. */
const passedOn = /node_modules|platform\/database\/|product-statements\.ts|support\/database\.ts/

/** Texts that were judged, or that need no judgement. */
const known = new Set<string>()
/** Texts that tests have sent themselves. */
const ofTests = new Set<string>()

/** Watches the statements of a database. Those that the product sends must each name their household. */
export function watchStatements(): {
  readonly note: (text: string) => void
  /** Throws if a statement of the product reads a table of more than one household. */
  readonly check: () => void
} {
  const wrong: string[] = []
  return {
    note: (text) => {
      if (known.has(text)) return
      const sender = findSender()
      if (sender === null) {
        // To find the sender costs more than to send. A text that comes again is read once: most need no sender to be right.
        if (ofTests.has(text) && findOpen(text).length === 0) known.add(text)
        ofTests.add(text)
        return
      }
      known.add(text)
      const open = findOpen(text)
      if (open.length > 0) {
        wrong.push(`${sender}\nnot compared with a parameter: ${open.join(', ')}\n${text.trim()}`)
      }
    },
    check: () => {
      if (wrong.length > 0)
        throw new Error(`Name the household by a parameter:\n${wrong.join('\n\n')}`)
    },
  }
}

function findOpen(text: string): readonly string[] {
  const open = findOpenTables(text)
  return open.length > 0 && isAcrossHouseholds(text) ? [] : open
}

/** The file of the product that sends the statement, or null if a test sends it itself. */
function findSender(): string | null {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = DEPTH
  const frames = new Error().stack?.split('\n') ?? []
  Error.stackTraceLimit = limit
  const frame = frames.find(
    (line) => /\/(?:src|test|bench)\/.*\.ts/.test(line) && !passedOn.test(line),
  )
  const file = /\/(src\/.*?\.ts:\d+)/.exec(frame ?? '')?.[1]
  return file === undefined || file.includes('.test.ts') ? null : file
}
