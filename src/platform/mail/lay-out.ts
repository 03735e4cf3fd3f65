import type { LanguageTag } from '#/core/values/languages.ts'

type Link = { readonly label: string; readonly url: string }

/** The parts of a mail in words. Every part is plain text. */
export type Letter = {
  readonly subject: string
  readonly lines: readonly string[]
  readonly link?: Link
  /** Small, below everything. */
  readonly closing?: Link
}

/** Writes a letter as plain text, and as small HTML without pictures or styles from elsewhere. */
export function layOut(
  language: LanguageTag,
  { subject, lines, link, closing }: Letter,
): { readonly subject: string; readonly text: string; readonly html: string } {
  const text = [
    ...lines,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...(closing ? [`-- \n${closing.label}: ${closing.url}`] : []),
  ]
  const html = [
    ...lines.map((line) => `<p>${escape(line).replaceAll('\n', '<br>')}</p>`),
    ...(link
      ? [`<p><a href="${escape(link.url)}">${escape(link.label)}</a></p><p>${escape(link.url)}</p>`]
      : []),
    ...(closing
      ? [`<p><small><a href="${escape(closing.url)}">${escape(closing.label)}</a></small></p>`]
      : []),
  ]
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escape(subject)}</title></head><body>${html.join('')}</body></html>`,
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!)
}

const NAME_MAX = 100

/** Names come from people: control characters, and characters that reverse text, are dropped. Addresses of pages are broken up, so that a name is no link. */
export function onOneLine(text: string): string {
  const plain = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/(:\/\/|\bwww\.)/gi, ' ')
    .trim()
  const letters = Array.from(plain)
  return letters.length <= NAME_MAX ? plain : `${letters.slice(0, NAME_MAX - 1).join('')}…`
}
