/** The files that the built application begins with. `web/vite.config.ts` writes this list. */
export type EarlyParts = {
  /** Draws the number on the home screen (`web/begin.ts`). */
  readonly begin: Files
  /** Draws everything else. */
  readonly application: Files
  /** The typeface. */
  readonly face: string
  /** The texts of each language, by its tag. */
  readonly languages: Readonly<Record<string, string>>
}

type Files = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

type PageRequest = {
  readonly isSignedIn: boolean
  /** The `Accept-Language` header: the browser's languages, the preferred first. */
  readonly accepted: string
}

/** The first reads of the signed-in application (`web/main.tsx`): the home screen's number, and the rest. */
const READS = { number: '/app/api/home', others: '/app/api/session' }

/** The read that decides what the sign-in shows. */
const ENTRANCE = '/app/api/entrance'

/** Files that the page needs before its first paint. */
const BOOT = '/boot.js'

/** Paths that people sign in on. */
const ENTRANCES = /^\/(sign-in|setup|invite|reset|demo|device)(\/|$)/

/**
 * Makes the `Link` header of a page: the files that its script will request, so that the browser loads them beside the
 * script and not after it. On a phone each answer that waits for another costs half a second. A browser loads six files
 * at once over HTTP/1.1: those of the number come first, then large ones; the seventh waits for the first. The header
 * depends on whether somebody is signed in, but not on who.
 */
export function earlyLinks(path: string, request: PageRequest, parts: EarlyParts): string {
  const words = chooseLanguage(request.accepted, parts.languages)
  const isInside = request.isSignedIn && !ENTRANCES.test(path)
  const { begin, application } = parts
  return [
    ...begin.styles.map(style),
    `<${BOOT}>; rel=preload; as=script`,
    ...begin.scripts.map(module),
    ...(words === null ? [] : [module(words)]),
    ...(isInside ? [read(READS.number)] : []),
    ...(/^\/sign-in(\/|$)/.test(path) ? [read(ENTRANCE)] : []),
    font(parts.face),
    ...application.scripts.map(module),
    ...application.styles.map(style),
    ...(isInside ? [read(READS.others)] : []),
  ].join(', ')
}

// A preload counts only in the mode of the later request; otherwise the file is loaded twice.
const style = (path: string) => `<${path}>; rel=preload; as=style; crossorigin=anonymous`
// The number appears without the typeface, so that must not wait for it.
const font = (path: string) =>
  `<${path}>; rel=preload; as=font; type=font/woff2; crossorigin=anonymous; fetchpriority=low`
const module = (path: string) => `<${path}>; rel=modulepreload`
const read = (path: string) => `<${path}>; rel=preload; as=fetch; crossorigin=anonymous`

/** Selects the language as `web/text/language.ts` does. A choice that was made in the browser is known only there. */
function chooseLanguage(accepted: string, languages: EarlyParts['languages']): string | null {
  const wanted = accepted.split(',').map((one) => one.trim().split(/[-;]/)[0]!.toLowerCase())
  const spoken = [...wanted, 'en'].find((tag) => Object.hasOwn(languages, tag))
  return spoken === undefined ? null : languages[spoken]!
}
