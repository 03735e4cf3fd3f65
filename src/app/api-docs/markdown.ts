import { Marked, type Tokens } from 'marked'
import { highlight } from './highlight.ts'
import { escape, type Html } from './html.ts'

/** Turns the target of a link into an address of this site; null writes the link’s text only. */
export type Resolve = (target: string) => string | null

/** A heading with its text, which is not HTML. */
export type Heading = { readonly depth: number; readonly id: string; readonly text: string }

export type Rendered = { readonly body: Html; readonly headings: readonly Heading[] }

/**
 * Renders Markdown. HTML inside it is shown as text, pictures are left out, and links lead to https addresses or to what
 * `resolve` names: nothing in a document can become a script.
 */
export function renderMarkdown(text: string, resolve: Resolve): Rendered {
  const headings: Heading[] = []
  const body = createMarkdown(resolve, headings).parse(text, { async: false })
  return { body: { html: body }, headings }
}

function createMarkdown(resolve: Resolve, headings: Heading[]): Marked {
  const markdown = new Marked({ gfm: true })
  markdown.use({
    renderer: {
      html: ({ text: source }: Tokens.HTML | Tokens.Tag) => escape(source),
      image: ({ text: alt }) => escape(alt),
      code: ({ text: code, lang }) => {
        const kind = lang?.split(' ')[0] ?? ''
        const block = codeBlock(kind === 'json' ? spread(code) : code)
        // Output is to be read, not copied.
        if (kind === 'text') return block
        const copy = '<button type="button" class="copy">Copy</button>'
        return `<div class="block" data-kind="${escape(kind)}">${block.trim()}${copy}</div>\n`
      },
      heading({ tokens, depth }) {
        const content = this.parser.parseInline(tokens)
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer)
        const id = anchorOf(plain, headings)
        headings.push({ depth, id, text: plain })
        return `<h${depth} id="${id}">${content}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens)
        const target = href.startsWith('https://') ? href : resolve(href)
        return target === null ? content : `<a href="${escape(target)}">${content}</a>`
      },
      table(token) {
        const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const head = token.header.some(({ text: name }) => name !== '')
          ? `<thead>${cells(token.header, 'th')}</thead>`
          : ''
        const body = token.rows.map((row) => cells(row, 'td')).join('')
        return `<div class="wide" tabindex="0" role="region" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>\n`
      },
    },
  })
  return markdown
}

/** Descriptions are many and short, so they share one. */
const plain = createMarkdown(() => null, [])

/** Renders a description, which has no headings. */
export function renderInline(text: string): Html {
  return { html: plain.parse(text, { async: false }).trim() }
}

export function codeBlock(code: string): string {
  return `<pre tabindex="0"><code>${highlight(code)}</code></pre>\n`
}

/** Writes JSON of one line on several; anything else stays as it is. */
function spread(code: string): string {
  if (code.includes('\n  ')) return code
  try {
    return JSON.stringify(JSON.parse(code), null, 2)
  } catch {
    return code
  }
}

/** The anchor that GitHub gives a heading, so that links in the repository work here, too. */
function anchorOf(heading: string, earlier: readonly Heading[]): string {
  const base = heading
    .replaceAll(/&[\w#]{1,31};/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
  const taken = new Set(earlier.map(({ id }) => id))
  let anchor = base
  for (let count = 1; taken.has(anchor); count += 1) anchor = `${base}-${count}`
  return anchor
}
