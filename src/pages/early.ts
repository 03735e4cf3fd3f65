/** What the built application begins with, as `web/vite.config.ts` writes it down beside it. */
export type EarlyParts = {
  readonly script: string
  readonly styles: readonly string[]
  /** The words of each language, by its tag. */
  readonly languages: Readonly<Record<string, string>>
}

type Visitor = {
  readonly isSignedIn: boolean
  /** `Accept-Language`: what the browser's settings say, the most wanted first. */
  readonly accepted: string
}

/** What everything inside the application reads first (`web/main.tsx`). */
const READS = ['/app/api/home', '/app/api/session']

/** Where people come in. */
const ENTRANCES = /^\/(sign-in|setup|invite|reset|demo)(\/|$)/

/**
 * `Link` of a page: what its script will ask for, so that the browser asks for it beside the script and not after it. On a
 * phone each answer that waits for another costs half a second. A browser asks for six files at once over HTTP/1.1: what
 * is large or needed first leads. Nothing of a person is in it, only that there is one.
 */
export function earlyLinks(path: string, visitor: Visitor, parts: EarlyParts): string {
  const words = chooseLanguage(visitor.accepted, parts.languages)
  const reads = visitor.isSignedIn && !ENTRANCES.test(path) ? READS : []
  // In the mode in which they will be asked for: a preload in another one is thrown away.
  return [
    ...parts.styles.map((style) => `<${style}>; rel=preload; as=style; crossorigin=anonymous`),
    `<${parts.script}>; rel=modulepreload`,
    ...(words === null ? [] : [`<${words}>; rel=modulepreload`]),
    ...reads.map((read) => `<${read}>; rel=preload; as=fetch; crossorigin=anonymous`),
  ].join(', ')
}

/** By the rule of `web/text/language.ts`; a choice that was made in the browser is known only there. */
function chooseLanguage(accepted: string, languages: EarlyParts['languages']): string | null {
  const wanted = accepted.split(',').map((one) => one.trim().split(/[-;]/)[0]!.toLowerCase())
  const spoken = [...wanted, 'en'].find((tag) => Object.hasOwn(languages, tag))
  return spoken === undefined ? null : languages[spoken]!
}
