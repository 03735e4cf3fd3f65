const browsers = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrom(?:e|ium)|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Returns the common name of the browser in a `User-Agent`: `Firefox, Linux`; null if it is unknown. */
export function browserName(agent: string): string | null {
  const find = (names: typeof browsers | typeof systems) =>
    names.find(([, shape]) => shape.test(agent))?.[0]
  const known = [find(browsers), find(systems)].filter((name) => name !== undefined)
  return known.length === 0 ? null : known.join(', ')
}
