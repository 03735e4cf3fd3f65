/** Text that is HTML already. */
export type Html = { readonly html: string }

type Piece = Html | string | number | null | false | readonly Piece[]

/** Builds HTML: every piece that is not HTML already is escaped. */
export function html(texts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return { html: texts.map((text, at) => text + write(pieces[at] ?? null)).join('') }
}

function write(piece: Piece): string {
  if (piece === null || piece === false) return ''
  if (typeof piece === 'string') return escape(piece)
  if (typeof piece === 'number') return String(piece)
  return 'html' in piece ? piece.html : piece.map(write).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
}
