import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useSend } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { canShowPasskey } from '#web/sign-in/passkey.ts'
import { useAddPasskey } from '#web/sign-in/use-add-passkey.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Buttons, Stack, Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'

/**
 * Offers a passkey to people who sign in with a password, if this browser can create one. It is shown until answered, once.
 */
export function PasskeyOffer() {
  const text = useText()
  const words = text.signIn.offer
  const { data: security } = useQuery(ask('GET /security'))
  const add = useAddPasskey(() => toast(words.made))
  const decline = useSend('POST /passkeys/offer/decline')
  if (security?.passkeys_here !== 'available' || !canShowPasskey()) return null
  const make = () => add.mutate(text.settings.you.passkeyDefault)
  const error = add.error ?? decline.error
  return (
    <Card title={words.title}>
      <Stack>
        <Words>{words.words}</Words>
        {error && <Failed error={error} />}
        <Buttons>
          <Button busy={add.isPending} onClick={make}>
            <KeyRound size={17} aria-hidden />
            {words.make}
          </Button>
          <Button look="quiet" busy={decline.isPending} onClick={() => decline.mutate({})}>
            {words.decline}
          </Button>
        </Buttons>
      </Stack>
    </Card>
  )
}
