import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ask, createQueries } from './calls/queries.ts'
import { isInside, router } from './routes.tsx'
import { KeyboardShortcuts } from './shell/keyboard.tsx'
import { languages, preferredLanguage } from './text/language.ts'
import { startWorker } from './shell/worker.ts'
import { Spoken } from './text/text.tsx'
import './ui/tokens.css'

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

// On a slow network every question costs: what each screen begins with is asked for at once, not one after the other.
void languages[preferredLanguage()].load()
void router.load()
if (isInside(router.latestLocation)) {
  void queries.prefetchQuery(ask('GET /session'))
  void queries.prefetchQuery(ask('GET /home'))
}

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <Spoken>
          <KeyboardShortcuts>
            <RouterProvider router={router} />
          </KeyboardShortcuts>
        </Spoken>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)

startWorker()
