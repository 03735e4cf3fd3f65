import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { Buttons, Stack, Words } from '#web/ui/stack.tsx'
import { CodesShown } from './codes-shown.tsx'
import { SetUpAuthenticator } from './set-up-authenticator.tsx'
import type { Security } from './security.ts'

/** Manages a second factor for the password, and the recovery codes for a lost device. */
export function Authenticator({ security }: { readonly security: Security }) {
  const words = useText().settings.you
  const formats = useFormats()
  const [secret, setSecret] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { authenticator, recovery_codes_left } = security
  const begin = useSendSecret('POST /authenticator', { onDone: setSecret })
  return (
    <Card title={words.authenticator} aside={authenticator && <Badge tone="good">✓</Badge>}>
      <Stack>
        <Words>
          {authenticator ? (
            <Facts>
              {[
                words.since(formats.moment(authenticator.since)),
                words.codesLeft(recovery_codes_left),
              ]}
            </Facts>
          ) : (
            words.authenticatorWords
          )}
        </Words>
        {begin.error !== null && <Failed error={begin.error} />}
        <Buttons>
          {authenticator ? (
            <SwitchedOn onCodes={setCodes} />
          ) : (
            <Button busy={begin.isPending} onClick={() => begin.send({})}>
              {words.switchOn}
            </Button>
          )}
        </Buttons>
      </Stack>
      {secret && (
        <SetUpAuthenticator
          {...secret}
          onCodes={(made) => {
            setSecret(null)
            setCodes(made)
          }}
          onClose={() => setSecret(null)}
        />
      )}
      {codes && <CodesShown codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  )
}

function SwitchedOn({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const words = useText().settings.you
  const [over, setOver] = useState<'off' | 'codes' | null>(null)
  const close = () => setOver(null)
  const off = useSend('DELETE /authenticator', { onDone: close })
  const renew = useSendSecret('POST /recovery-codes', {
    onDone: ({ recovery_codes }) => {
      close()
      onCodes(recovery_codes)
    },
  })
  return (
    <>
      <Button onClick={() => setOver('codes')}>{words.newCodes}</Button>
      <Button look="danger" onClick={() => setOver('off')}>
        {words.switchOff}
      </Button>
      {over === 'codes' && (
        <Confirm
          title={words.newCodes}
          action={words.newCodes}
          busy={renew.isPending}
          error={renew.error}
          onConfirm={() => renew.send({})}
          onClose={close}
        >
          {words.newCodesWords}
        </Confirm>
      )}
      {over === 'off' && (
        <Confirm
          title={words.switchOffTitle}
          action={words.switchOff}
          busy={off.isPending}
          error={off.error}
          onConfirm={() => off.mutate({})}
          onClose={close}
        >
          {words.switchOffWords}
        </Confirm>
      )}
    </>
  )
}
