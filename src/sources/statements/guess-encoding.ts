/** The letters of a language beyond those of English, in one of the old encodings. */
type Alphabet = { readonly encoding: string; readonly letters: ReadonlySet<string> }

const alphabets: readonly Alphabet[] = (
  [
    ['windows-1252', 'äöüß'],
    ['windows-1252', 'éèêëàâçîïôùûüœæ'],
    ['windows-1252', 'áéíóúñüçïà'],
    ['windows-1252', 'áâãàçéêíóôõúü'],
    ['windows-1252', 'àèéìòùóî'],
    ['windows-1252', 'éèëïóöü'],
    ['windows-1252', 'åäöé'],
    ['windows-1252', 'æøåéöäüò'],
    ['windows-1250', 'ąćęłńóśźż'],
    ['windows-1250', 'áčďéěíňóřšťúůýž'],
    ['windows-1250', 'áäčďéíĺľňóôŕšťúýž'],
    ['windows-1250', 'áéíóöőúüű'],
    ['windows-1250', 'čćšžđ'],
    ['windows-1250', 'ăâîşţșț'],
    ['windows-1254', 'çğıöşüâîİ'],
    ['windows-1257', 'ąčęėįšųūž'],
    ['windows-1257', 'āčēģīķļņšūž'],
    ['windows-1257', 'äöõüšž'],
  ] as const
).map(([encoding, letters]) => ({
  encoding,
  letters: new Set(Array.from(letters).flatMap((letter) => [letter, letter.toUpperCase()])),
}))

/** The commonest letters of scripts whose words consist of high bytes alone. */
const scripts: readonly (readonly [encoding: string, common: RegExp, letter: RegExp])[] = [
  ['windows-1251', /[оеаинтсрвлкмдпуОЕАИНТСРВЛКМДПУіІ]/gu, /[\u0400-\u045f\u0490\u0491]/gu],
  ['koi8-r', /[оеаинтсрвлкмдпуОЕАИНТСРВЛКМДПУ]/gu, /[\u0400-\u045f]/gu],
  ['windows-1253', /[αοτεςινσηρπκμυλόίάέήΑΟΤΕΣΙΝΗΡΠΚΜΥΛ]/gu, /[\u0370-\u03ff]/gu],
]

/** Encodings of several bytes a letter, and the signs that their texts are full of. */
const wide: readonly (readonly [encoding: string, own: RegExp])[] = [
  ['shift_jis', /[\u3040-\u30ff日月年引残高金額入出摘要取店利用支払円]/gu],
  ['euc-kr', /[\uac00-\ud7af]/gu],
  [
    'gb18030',
    /[交易日期金额余收支摘要转账户币种类型商品名称备注时间付款对方状态月年入出卡号银行人]/gu,
  ],
]

/** The fewest high bytes in a row, on average, of texts that are not written in Latin letters. */
const RUN_MIN = 2.2

/**
 * Guesses the encoding of a text that is neither marked nor UTF-8, by the plausibility of its letters. `sample`: lines of
 * the text with bytes above 127.
 */
export function guessEncoding(sample: Uint8Array): string {
  const text = Buffer.from(sample).toString('latin1')
  const runs = text.match(/[\u0080-\u00ff]+/g) ?? []
  if (runs.length === 0) return 'windows-1252'
  // Half of the bytes of Japanese letters are those of ASCII, so their runs are short.
  if (isWritten(sample, wide[0]!)) return wide[0]![0]
  const length = runs.reduce((sum, run) => sum + run.length, 0) / runs.length
  return (length >= RUN_MIN ? ofOtherScripts(sample) : null) ?? ofLatin(sample)
}

function ofOtherScripts(sample: Uint8Array): string | null {
  // The bytes of Korean syllables and of the words of Chinese banks are rare in other scripts.
  if (isWritten(sample, wide[2]!, 0.4)) return wide[2]![0]
  if (isWritten(sample, wide[1]!, 0.8)) return wide[1]![0]
  let best: { readonly encoding: string; readonly score: number } | null = null
  for (const [encoding, common, letter] of scripts) {
    const text = new TextDecoder(encoding).decode(sample)
    const letters = countOf(text, letter)
    const high = countOf(text, /[\u0080-\u{10ffff}]/gu)
    // Most letters are common ones, and capitals begin words.
    const odd = countOf(text, /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/gu)
    const score = letters < high * 0.8 ? 0 : (countOf(text, common) - 3 * odd) / Math.max(1, high)
    if (score > (best?.score ?? 0.45)) best = { encoding, score }
  }
  if (best) return best.encoding
  return wide.find((one) => isWritten(sample, one))?.[0] ?? null
}

/** Says if a text can be read in an encoding of several bytes a letter, and is full of the signs of its language. */
function isWritten(
  sample: Uint8Array,
  [encoding, own]: (typeof wide)[number],
  least = 0.5,
): boolean {
  const text = decodeWhole(sample, encoding)
  if (text === null) return false
  const high = countOf(text, /[\u0080-\u{10ffff}]/gu)
  const found = countOf(text, own)
  // Narrow kana are single bytes, which other encodings use for letters, so they count only beside wide ones.
  const narrow = encoding === 'shift_jis' ? countOf(text, /[\uff61-\uff9f]/gu) : 0
  return found * 4 >= high && found + narrow >= high * least && found > 0
}

/** Decodes a text that may break off within its last letter; null if it holds bytes that the encoding does not have. */
export function decodeWhole(sample: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true })
  } catch {
    return null
  }
}

function ofLatin(sample: Uint8Array): string {
  const scored = alphabets.map(({ encoding, letters }) => {
    const text = new TextDecoder(encoding).decode(sample)
    // Only signs beside a letter belong to words: `£12` says nothing.
    const beside =
      text.match(/(?<=[A-Za-z])[\u0080-\u{10ffff}]|[\u0080-\u{10ffff}](?=[A-Za-z])/gu) ?? []
    const fitting = beside.filter((sign) => letters.has(sign)).length
    return { encoding, share: beside.length === 0 ? 0 : fitting / beside.length }
  })
  const western = Math.max(
    ...scored.filter(({ encoding }) => encoding === 'windows-1252').map(({ share }) => share),
  )
  const [best] = scored.toSorted((a, b) => b.share - a.share)
  // Western letters are by far the commonest, so another encoding must explain clearly more.
  if (!best || best.share < western + MARGIN) return 'windows-1252'
  const read = (encoding: string) => new TextDecoder(encoding).decode(sample)
  return read(best.encoding) === read('windows-1252') ? 'windows-1252' : best.encoding
}

const MARGIN = 0.15

function countOf(text: string, signs: RegExp): number {
  return text.match(signs)?.length ?? 0
}
