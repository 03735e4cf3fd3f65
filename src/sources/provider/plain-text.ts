/**
 * Turns untrusted text into one line that PostgreSQL and a terminal accept: without control characters and broken
 * surrogates, spaces collapsed, at most `max` code points.
 */
export function plainLine(text: string, max: number): string {
  if (text.length <= max && isPlain.test(text)) return text
  const line = text
    .slice(0, max * 4)
    .toWellFormed()
    .replaceAll(controls, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return Array.from(line).slice(0, max).join('').trim()
}

/** Turns a provider's message into plain text for people. Some contain HTML. At most 300 code points. */
export function plainMessage(text: string): string {
  const decoded = text
    .slice(0, 4000)
    .replaceAll(/<(script|style)\b[^<>]*>(?:(?!<\/?(?:script|style)\b).)*<\/\1\s*>/gis, ' ')
    .replaceAll(
      /&(#39|apos|quot|amp|nbsp|lt|gt);/gi,
      (_whole, name: string) => entities.get(name.toLowerCase()) ?? ' ',
    )
  // After decoding, so that &lt;b&gt; does not come back as a tag.
  return plainLine(decoded.replaceAll(/<[^<>]*>/g, ' ').replaceAll(/[<>]/g, ' '), 300)
}

/** ASCII words with single spaces between them: nearly all texts, so they take the fast path. */
const isPlain = /^(?:[!-~]+(?: [!-~]+)*)?$/

// C0, DEL, C1, and marks that reorder or hide text.
// oxlint-disable-next-line no-control-regex -- control characters are the point
const controls = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

const entities = new Map([
  ['#39', "'"],
  ['apos', "'"],
  ['quot', '"'],
  ['amp', '&'],
  ['nbsp', ' '],
  ['lt', '<'],
  ['gt', '>'],
])
