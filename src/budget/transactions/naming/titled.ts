/** Capitalises the words of a text in one case. A text in mixed case was written by a person and stays. */
export function titled(text: string): string {
  const mixed = /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text)
  if (mixed) return text
  return text
    .toLowerCase()
    .split(' ')
    .map((word, index) => {
      if (acronyms.has(word)) return word.toUpperCase()
      if (index > 0 && smallWords.has(word)) return word
      // Capital after an apostrophe only in names (O'Neill, not Joe'S).
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
