import { Suspense, useEffect, useEffectEvent } from 'react'
import type { Output } from '#web/calls/operations.ts'
import { Button } from '#web/ui/button.tsx'
import { onProof, proveInWindow } from './provider-login.ts'
import { useProviderWords } from './provider-words.ts'

type Security = Output<'GET /security'>

type Props = { readonly busy: boolean; readonly onProved: () => void }

/** Buttons that ask for a new login at a linked provider, in a window of its own. */
export function ProveWithProviders({ security, ...rest }: Props & { readonly security: Security }) {
  const { providers, identities } = security
  const linked = providers.filter(({ id }) => identities.some(({ provider }) => provider === id))
  if (linked.length === 0) return null
  return (
    <Suspense>
      <ProveButtons providers={linked} {...rest} />
    </Suspense>
  )
}

function ProveButtons({
  providers,
  busy,
  onProved,
}: Props & { readonly providers: Security['providers'] }) {
  const words = useProviderWords()
  const prove = useEffectEvent(onProved)
  useEffect(() => onProof(() => prove()), [])
  return providers.map(({ id, name }) => (
    <Button key={id} busy={busy} onClick={() => proveInWindow(id)}>
      {words.prove(name)}
    </Button>
  ))
}
