/** Capitalises the words of a text in one case. A text in mixed case was written by a person and stays. */
export function titled(text: string): string {
  if (isWritten(text)) return text
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

/** Says if a person chose the capitals: both cases are there, and not nearly all of it is capitals. */
function isWritten(text: string): boolean {
  const small = text.match(/\p{Ll}/gu)?.length ?? 0
  const capital = text.match(/\p{Lu}/gu)?.length ?? 0
  return small > 0 && capital > 0 && capital < 3 * small
}

const smallWords = new Set(
  'of and the at in on for am im de del la las los el y e et und von van der da do dos di du des le les to from by with der den dem die das zum zur im bei aux au ter ten het aan op og och till fra fran na pod nad w z za do od pro u v i da dos della delle degli dei'.split(
    ' ',
  ),
)

const acronyms = new Set(
  (
    'atm usa uk us cvs ups usps bp kfc irs tv dmv h&m at&t hbo ikea nyc llc hp ibm bmw rei aaa amc ihop dhl ' +
    'edf sncf ratp bvg rewe hmrc tfl b&q m&s ica bhv c&a tui klm vw caf cpam dab gab edp pkp pzu nhs bbc dvla rac aa hsbc ing abn amro dnb seb csob kfz adac aok tuv sbb obb dsb sj gls dpd'
  ).split(' '),
)
