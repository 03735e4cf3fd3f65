type Several<T> = Iterable<T> | AsyncIterable<T>

/** A section of a document: a list of records, or the members of an object. */
export type Section =
  | { readonly kind: 'list'; readonly items: Several<unknown> }
  | { readonly kind: 'members'; readonly items: Several<readonly [string, unknown]> }

export type Sections = Readonly<Record<string, Section>>

export function listOf(items: Several<unknown>): Section {
  return { kind: 'list', items }
}

export function membersOf(object: object): Section {
  return { kind: 'members', items: Object.entries(object) }
}

/**
 * Writes a household document as JSON in pieces, one record per line, because a million transactions exceed the longest
 * string. The closing bracket comes last, so that a cut-off document is not valid JSON.
 */
export async function* documentText(lists: Sections, state: Sections): AsyncGenerator<string> {
  yield '{'
  yield* writeSections(lists)
  yield ',\n"state": {'
  yield* writeSections(state)
  yield '}\n}\n'
}

async function* writeSections(all: Sections): AsyncGenerator<string> {
  let before = '\n'
  for (const [name, section] of Object.entries(all)) {
    yield `${before}${JSON.stringify(name)}: `
    yield* section.kind === 'list'
      ? lines('[]', section.items, (item) => JSON.stringify(item))
      : lines('{}', section.items, ([key, value]) => {
          return `${JSON.stringify(key)}: ${JSON.stringify(value)}`
        })
    before = ',\n'
  }
}

/** The approximate size of a piece, in characters. */
const PIECE = 32 * 1024

async function* lines<T>(
  brackets: '[]' | '{}',
  items: Several<T>,
  write: (item: T) => string,
): AsyncGenerator<string> {
  let piece = brackets[0]!
  let before = '\n'
  for await (const item of items) {
    piece += before + write(item)
    before = ',\n'
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  yield piece + brackets[1]!
}
