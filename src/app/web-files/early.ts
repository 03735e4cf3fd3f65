/** What the built application begins with, as `web/vite.config.ts` writes it down beside it. */
export type EarlyParts = {
  /** What draws the number (`web/begin.ts`). */
  readonly begin: Files
  /** What draws everything. */
  readonly application: Files
  /** The words of each language, by its tag. */
  readonly languages: Readonly<Record<string, string>>
}

type Files = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

type Visitor = {
  readonly isSignedIn: boolean
  /** `Accept-Language`: what the browser's settings say, the most wanted first. */
  readonly accepted: string
}

/** What everything inside the application reads first (`web/main.tsx`): what the number is drawn from, and the rest. */
const READS = { number: '/app/api/home', others: '/app/api/session' }

/** What the page waits for before anything is painted. */
const BOOT = '/boot.js'

/** Where people come in. */
const ENTRANCES = /^\/(sign-in|setup|invite|reset|demo)(\/|$)/

/**
 * `Link` of a page: what its script will ask for, so that the browser asks for it beside the script and not after it. On a
 * phone each answer that waits for another costs half a second. A browser asks for six files at once over HTTP/1.1: what
 * the number needs leads, then what is large; the seventh comes when the first of them has come. Nothing of a person is in
 * it, only that there is one.
 */
export function earlyLinks(path: string, visitor: Visitor, parts: EarlyParts): string {
  const words = chooseLanguage(visitor.accepted, parts.languages)
  const isInside = visitor.isSignedIn && !ENTRANCES.test(path)
  const { begin, application } = parts
  return [
    ...begin.styles.map(style),
    `<${BOOT}>; rel=preload; as=script`,
    ...begin.scripts.map(module),
    ...(words === null ? [] : [module(words)]),
    ...(isInside ? [read(READS.number)] : []),
    ...application.scripts.map(module),
    ...application.styles.map(style),
    ...(isInside ? [read(READS.others)] : []),
  ].join(', ')
}

// In the mode in which each will be asked for: a preload in another one is thrown away.
const style = (path: string) => `<${path}>; rel=preload; as=style; crossorigin=anonymous`
const module = (path: string) => `<${path}>; rel=modulepreload`
const read = (path: string) => `<${path}>; rel=preload; as=fetch; crossorigin=anonymous`

/** By the rule of `web/text/language.ts`; a choice that was made in the browser is known only there. */
function chooseLanguage(accepted: string, languages: EarlyParts['languages']): string | null {
  const wanted = accepted.split(',').map((one) => one.trim().split(/[-;]/)[0]!.toLowerCase())
  const spoken = [...wanted, 'en'].find((tag) => Object.hasOwn(languages, tag))
  return spoken === undefined ? null : languages[spoken]!
}
