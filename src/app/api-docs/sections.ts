import { Marked, type Token, type Tokens } from 'marked'
import type { Heading } from './markdown.ts'

/** A part of a page, from one heading to the next, as text. */
export type Section = { readonly id: string; readonly heading: string; readonly text: string }

const marked = new Marked({ gfm: true })

/** Divides a guide at its headings. `headings` are those that the drawn page has, so that anchors agree. */
export function readSections(text: string, headings: readonly Heading[]): readonly Section[] {
  const sections: { id: string; heading: string; pieces: string[] }[] = []
  let next = 0
  for (const token of marked.lexer(text)) {
    if (token.type === 'heading') {
      const heading = headings[next]
      if (!heading)
        throw new Error(`The heading “${(token as Tokens.Heading).text}” was not drawn.`)
      sections.push({ id: heading.id, heading: unescape(heading.text), pieces: [] })
      next += 1
    } else sections.at(-1)?.pieces.push(plainText(token))
  }
  return sections.map(({ id, heading, pieces }) => ({
    id,
    heading,
    text: pieces.join(' ').replaceAll(/\s+/g, ' ').trim(),
  }))
}

/** The words of a token, without its marks. */
function plainText(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].map((row) => row.map((cell) => inner(cell.tokens)).join(' ')).join(' ')
  }
  if (token.type === 'list') {
    return (token as Tokens.List).items.map(({ tokens }) => inner(tokens)).join(' ')
  }
  if ('tokens' in token && token.tokens) return inner(token.tokens)
  return 'text' in token && typeof token.text === 'string' ? unescape(token.text) : ''
}

function inner(tokens: readonly Token[]): string {
  // Parts of a sentence touch, blocks do not.
  const isInline = tokens.every(
    ({ type }) => !['paragraph', 'list', 'code', 'table'].includes(type),
  )
  return tokens.map(plainText).join(isInline ? '' : ' ')
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

function unescape(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!)
}
