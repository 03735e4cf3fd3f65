import { useMutation } from '@tanstack/react-query'
import type { Output } from '#web/calls/operations.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { goToProvider } from './provider-login.ts'
import { useProviderWords } from './provider-words.ts'

type Provider = Output<'GET /entrance'>['providers'][number]

/** A button for each provider, which leaves for it. */
export function ProviderButtons({
  providers,
  kept,
  disabled = false,
}: {
  readonly providers: readonly Provider[]
  readonly kept: Parameters<typeof goToProvider>[1]
  readonly disabled?: boolean
}) {
  const words = useProviderWords()
  const go = useMutation({ mutationFn: (id: string) => goToProvider(id, kept) })
  return (
    <>
      {go.error && <Failed error={go.error} />}
      {providers.map(({ id, name }) => (
        <Button key={id} busy={go.isPending} disabled={disabled} onClick={() => go.mutate(id)}>
          {words.continueWith(name)}
        </Button>
      ))}
    </>
  )
}
