import type { WrittenDocument } from '#/documents/document.ts'

/**
 * A household document as JSON, one record a line, piece by piece: a million transactions are more than one string
 * may hold.
 */
export function* documentText({ state, ...lists }: WrittenDocument): Generator<string> {
  yield '{'
  yield* sections(lists)
  if (state) {
    yield ',\n"state": {'
    yield* sections(state)
    yield '}'
  }
  yield '\n}\n'
}

function* sections(all: Readonly<Record<string, object | undefined>>): Generator<string> {
  let before = '\n'
  for (const [name, section = {}] of Object.entries(all)) {
    const isList = Array.isArray(section)
    yield `${before}${JSON.stringify(name)}: ${isList ? '[' : '{'}`
    const lines = isList
      ? section.map((item) => JSON.stringify(item))
      : Object.entries(section).map(([key, value]) => {
          return `${JSON.stringify(key)}: ${JSON.stringify(value)}`
        })
    for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
      yield `${start === 0 ? '\n' : ',\n'}${lines.slice(start, start + LINES_AT_ONCE).join(',\n')}`
    }
    yield isList ? ']' : '}'
    before = ',\n'
  }
}

const LINES_AT_ONCE = 1000
