import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { askHome } from './calls/ahead.ts'
import { loadDevice, setDeviceLoader } from './calls/device.ts'
import { answerOrKept, keepsAnything } from './calls/kept.ts'
import { ask, createQueries } from './calls/queries.ts'
import { createAppRoot } from './root.ts'
import { isInside, router } from './routes.tsx'
import { KeyboardShortcuts } from './shell/keyboard.tsx'
import { languages, preferredLanguage } from './text/language.ts'
import { noteArrival } from './ui/arrival.ts'
import { startWorker } from './shell/worker.ts'
import { LanguageProvider } from './text/text.tsx'

function isEntrance(path: string): boolean {
  return /^\/(sign-in|setup|invite|reset|demo|device|oidc)\b/.test(path)
}

/** `to` leads back to this page after signing in. Nothing of the person stays to be read on the device. */
function goToSignIn() {
  if (keepsAnything()) void loadDevice().then((device) => device?.eraseAnswers())
  const { pathname, href } = router.state.location
  // A sign-in page never redirects to another one.
  if (isEntrance(pathname)) return
  void router.navigate({ to: '/sign-in', search: href === '/' ? {} : { to: href } })
}

setDeviceLoader(() => import('./offline/device.ts'))

const queries = createQueries(goToSignIn)

router.history.subscribe(({ action: { type } }) => {
  noteArrival(type === 'PUSH' || type === 'REPLACE' ? 'pressed' : 'travelled')
})

/** How long the first render waits for the session, in milliseconds. It was asked for long before, beside the scripts. */
const SESSION_MS = 300

function waitFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds))
}

/** Prepares everything that the first render needs, then renders. */
async function start() {
  let session: Promise<unknown> | null = null
  // Requests the data of the first screens at once, because every round trip costs on a slow network. The browser sent them
  // along with this script (`src/app/web-files/early.ts`).
  if (isInside(router.latestLocation)) {
    void queries.prefetchQuery({
      ...ask('GET /home'),
      queryFn: (context) => answerOrKept(context, askHome()),
    })
    session = queries.prefetchQuery(ask('GET /session'))
  }
  // The screen for people who are not signed in depends on one answer, so nothing is drawn before.
  const entrance = /^\/sign-in\b/.test(location.pathname)
    ? queries.prefetchQuery(ask('GET /entrance'))
    : null
  const language = preferredLanguage()
  // The first load may redirect: by the route, or to the sign-in. The router follows its history only once it is rendered, and
  // would otherwise wait forever for a load that nobody starts.
  const stopFollowing = router.history.subscribe(router.load)
  const [text] = await Promise.all([
    languages[language].load(),
    router.load(),
    entrance,
    // Every amount and day is written as the household prefers, so what is drawn before would be drawn a second time.
    session && Promise.race([session, waitFor(SESSION_MS)]),
  ])
  stopFollowing()
  const root = createAppRoot()
  // A transition makes the first render yield every few milliseconds, so that a slow phone responds to touch.
  startTransition(() => {
    root.render(
      <StrictMode>
        <CSPProvider disableStyleElements>
          <QueryClientProvider client={queries}>
            <LanguageProvider first={{ language, text }}>
              <KeyboardShortcuts>
                <RouterProvider router={router} />
              </KeyboardShortcuts>
            </LanguageProvider>
          </QueryClientProvider>
        </CSPProvider>
      </StrictMode>,
    )
  })
}

// Starts in a separate task, because the script has only just been parsed.
setTimeout(start)

startWorker()
// Later than everything that the first screen needs.
setTimeout(() => void loadDevice().then((device) => device?.start(queries)), 1500)
