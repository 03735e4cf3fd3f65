import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { askHome } from './calls/ahead.ts'
import { ask, createQueries } from './calls/queries.ts'
import { createAppRoot } from './root.ts'
import { isInside, router } from './routes.tsx'
import { KeyboardShortcuts } from './shell/keyboard.tsx'
import { languages, preferredLanguage } from './text/language.ts'
import { noteArrival } from './ui/arrival.ts'
import { startWorker } from './shell/worker.ts'
import { Spoken } from './text/text.tsx'

function isEntrance(path: string): boolean {
  return /^\/(sign-in|setup|invite|reset)\b/.test(path)
}

/** Where to come back to after signing in. */
function goToSignIn() {
  const { pathname, href } = router.state.location
  // Whoever is at a way in is not sent to another.
  if (isEntrance(pathname)) return
  void router.navigate({ to: '/sign-in', search: href === '/' ? {} : { to: href } })
}

const queries = createQueries(goToSignIn)

router.history.subscribe(({ action: { type } }) => {
  noteArrival(type === 'PUSH' || type === 'REPLACE' ? 'pressed' : 'travelled')
})

/** What is there the first time that anything is drawn. */
async function start() {
  // On a slow network every question costs: what each screen begins with is asked for at once, not one after the other
  // (and has been on its way for as long as this script, `src/app/web-files/early.ts`).
  if (isInside(router.latestLocation)) {
    void queries.prefetchQuery({ ...ask('GET /home'), queryFn: askHome })
    void queries.prefetchQuery(ask('GET /session'))
  }
  const language = preferredLanguage()
  // The first load may lead on to another address: by the route, or to the sign-in. The router follows its history only
  // once it is drawn, and until then would wait for ever for what nobody loads.
  const stopFollowing = router.history.subscribe(router.load)
  const [text] = await Promise.all([languages[language].load(), router.load()])
  stopFollowing()
  const root = createAppRoot()
  // As a transition the first drawing gives way every few milliseconds: a slow phone answers a finger meanwhile.
  startTransition(() => {
    root.render(
      <StrictMode>
        <CSPProvider disableStyleElements>
          <QueryClientProvider client={queries}>
            <Spoken first={{ language, text }}>
              <KeyboardShortcuts>
                <RouterProvider router={router} />
              </KeyboardShortcuts>
            </Spoken>
          </QueryClientProvider>
        </CSPProvider>
      </StrictMode>,
    )
  })
}

// In a turn of its own: all of this has just been read.
setTimeout(start)

startWorker()
