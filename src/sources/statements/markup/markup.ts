import { countLineEnds, noLineEnds } from '#/sources/statements/count-line-ends.ts'
import { StatementFault } from '#/sources/statements/fault.ts'

export type Token =
  | {
      readonly kind: 'open'
      readonly name: string
      readonly attributes: string
      readonly line: number
    }
  | { readonly kind: 'close'; readonly name: string; readonly line: number }
  | { readonly kind: 'text'; readonly text: string; readonly line: number }

/** Limits a tag or text, in characters, so that memory stays bounded. */
const TOKEN_MAX = 100_000

export type MarkupOptions = {
  /** HTML may name its document type, without declarations of its own, and has tags that nobody can read. */
  readonly isHtml?: boolean
  /** Keeps blanks around texts, which matter in the runs of formatted cells. */
  readonly keepsBlanks?: boolean
}

/**
 * Splits SGML, XML and HTML into tokens, piece by piece. It knows the entities of XML, those of Latin letters and numeric
 * characters, and refuses files that declare their own, so that nothing can expand. A `<` that begins no tag is text.
 */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export function createMarkup(
  emit: (token: Token) => void,
  { isHtml = false, keepsBlanks = false }: MarkupOptions = {},
) {
  let rest = ''
  let line = 1
  let ends = noLineEnds
  // Remember what was searched, or a file full of `<` would take quadratic time: no tag begins in `rest` before `start`,
  // and `end` is the first `>` at or after `searched`, or -1.
  let [start, end, searched] = [0, -1, 0]
  const advance = (length: number): string => {
    const taken = rest.slice(0, length)
    ends = countLineEnds(ends, taken)
    line = 1 + ends.count
    rest = rest.slice(length)
    start = 0
    end = Math.max(-1, end - length)
    searched = Math.max(0, searched - length)
    return taken
  }
  const endAfter = (at: number): number => {
    if (end >= at) return end
    end = rest.indexOf('>', Math.max(at, searched))
    searched = end < 0 ? rest.length : end
    return end
  }
  /** Checks whether another `<` comes before any `>`: then the first one is text. */
  const isCutShort = (at: number): boolean => {
    if (rest[at + 1] === '!') return false
    const other = rest.indexOf('<', at + 1)
    if (other < 0) return false
    const closing = endAfter(at)
    return closing < 0 || closing > other
  }
  const emitText = (text: string, at: number, raw = false) => {
    const bare = keepsBlanks ? text : text.trim()
    const value = raw ? bare : decodeEntities(bare)
    if (value === '') return
    // Leading blanks do not count for the line.
    const blanks = text.slice(0, text.length - text.trimStart().length)
    emit({ kind: 'text', text: value, line: at + countLineEnds(noLineEnds, blanks).count })
  }
  const drain = (isLast: boolean) => {
    for (;;) {
      const at = rest.indexOf('<', start)
      start = at < 0 ? rest.length : at
      if (at < 0) {
        if (isLast) {
          const from = line
          emitText(advance(rest.length), from)
        } else if (rest.length > TOKEN_MAX) throw new StatementFault(line, { name: 'text_endless' })
        return
      }
      const next = rest[at + 1]
      if (next === undefined && !isLast) return
      const isSign = next === undefined || !/[A-Za-z_/!?]/.test(next)
      if (isSign || isCutShort(at)) {
        start = at + 1
        if (at > TOKEN_MAX) throw new StatementFault(line, { name: 'text_endless' })
        continue
      }
      const found = endOf(rest, at)
      if (found === null) {
        if (isLast || rest.length - at > TOKEN_MAX) {
          advance(at)
          throw new StatementFault(line, { name: 'tag_endless' })
        }
        return
      }
      const from = line
      emitText(advance(at), from)
      const tagLine = line
      const tag = advance(found - at)
      if (tag.startsWith('<![CDATA[')) emitText(tag.slice(9, -3), tagLine, true)
      else if (/^<!(?:DOCTYPE|ENTITY)/i.test(tag) && !(isHtml && isPlainDoctype.test(tag))) {
        throw new StatementFault(tagLine, { name: 'document_type' })
      } else if (tag.startsWith('<!') || tag.startsWith('<?')) continue
      else emitTag(tag, tagLine)
    }
  }
  const emitTag = (tag: string, at: number) => {
    const found = /^<(\/?)\s*([A-Za-z_][\w.:-]*)(?![\w.:-])\s*(?!\s)([^]*?)(\/?)>$/.exec(tag)
    if (!found) {
      if (isHtml) return
      throw new StatementFault(at, { name: 'tag_unreadable' })
    }
    const name = found[2]!.replace(/^.*:/, '')
    if (found[1] === '/') {
      emit({ kind: 'close', name, line: at })
      return
    }
    emit({ kind: 'open', name, attributes: found[3]!, line: at })
    if (found[4] === '/') emit({ kind: 'close', name, line: at })
  }
  return {
    push: (text: string) => {
      rest += text
      drain(false)
    },
    end: () => drain(true),
  }
}

/** Finds the end (exclusive) of the tag, comment or CDATA that begins at `at`; null if it is not there yet. */
function endOf(text: string, at: number): number | null {
  const [open, close] = text.startsWith('<!--', at)
    ? ['<!--', '-->']
    : text.startsWith('<![CDATA[', at)
      ? ['<![CDATA[', ']]>']
      : ['<', '>']
  // A short `<!` may still become a comment or CDATA.
  if (open === '<' && text[at + 1] === '!' && text.length - at < 9) return null
  const end = text.indexOf(close, at + open.length)
  return end < 0 ? null : end + close.length
}

/** A document type without declarations, which could make entities expand. */
const isPlainDoctype = /^<!DOCTYPE html[^[\]]*>$/i

/** Puts characters in the place of entities; unknown ones stay as they are written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(#x?[\da-f]{1,6}|[a-z]{2,8}[1-4]{0,2});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named.get(name) ?? named.get(name.toLowerCase()) ?? whole
    const hex = /^#x/i.test(name)
    const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10)
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : ' '
  })
}

/** The names of the characters from 160 on, in their order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const named = new Map([
  ...latin
    .split(' ')
    .map((name, index): [string, string] => [name, String.fromCodePoint(160 + index)]),
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['euro', '€'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['minus', '−'],
])
