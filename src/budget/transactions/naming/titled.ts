/** A descriptor in one case is shouted, or mumbled: words get capitals. One that is mixed was written by somebody. */
export function titled(text: string): string {
  const mixed = /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text)
  if (mixed) return text
  return text
    .toLowerCase()
    .split(' ')
    .map((word, index) => {
      if (acronyms.has(word)) return word.toUpperCase()
      if (index > 0 && smallWords.has(word)) return word
      // After an apostrophe only a name goes on with a capital (O'Neill, not Joe'S).
      return word.replaceAll(/(?<![\p{L}\p{N}'’.])\p{L}|(?<=^[od]['’])\p{L}/gu, (letter) =>
        letter.toUpperCase(),
      )
    })
    .join(' ')
}

const smallWords = new Set(
  'of and the at in on for am im de del la las los el y e et und von van der da do dos di du des le les'.split(
    ' ',
  ),
)

const acronyms = new Set(
  (
    'atm usa uk us cvs ups usps bp kfc irs tv dmv h&m at&t hbo ikea nyc llc hp ibm bmw rei aaa amc ihop dhl ' +
    'edf sncf ratp bvg rewe hmrc tfl b&q m&s ica bhv c&a tui klm vw'
  ).split(' '),
)
