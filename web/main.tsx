import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueries } from './calls/queries.ts'
import { router } from './routes.tsx'
import { KeyboardShortcuts } from './shell/keyboard.tsx'
import { Spoken } from './text/text.tsx'
import './ui/tokens.css'

/** Where to come back to after signing in. */
function goToSignIn() {
  const { pathname, href } = router.state.location
  // Whoever is at a way in is not sent to another.
  if (/^\/(sign-in|setup|invite|reset)\b/.test(pathname)) return
  void router.navigate({ to: '/sign-in', search: href === '/' ? {} : { to: href } })
}

const queries = createQueries(goToSignIn)

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
