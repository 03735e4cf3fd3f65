import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { canShowPasskey } from '#web/sign-in/passkey.ts'
import { useAddPasskey } from '#web/sign-in/use-add-passkey.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Buttons, Form, Words } from '#web/ui/stack.tsx'
import { RenamePasskey } from './rename-passkey.tsx'
import styles from './settings.module.css'
import type { Security } from './security.ts'

type Passkey = Security['passkeys'][number]

/** Lists the person's passkeys and adds one of this device; explains why if this device cannot create any. */
export function Passkeys({ security }: { readonly security: Security }) {
  const words = useText().settings.you
  const { passkeys, passkeys_here } = security
  return (
    <Card title={words.passkeys} flush>
      <div className={styles.padded}>
        <Words>
          {words.passkeysWords} {passkeys.length === 0 && words.noPasskeys}
        </Words>
      </div>
      <Rows label={words.passkeys}>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </Rows>
      <div className={styles.padded}>
        {passkeys_here !== 'available' && <Notice>{words[passkeys_here]}</Notice>}
        {passkeys_here === 'available' &&
          (canShowPasskey() ? <AddPasskey /> : <Notice>{words.unsupported}</Notice>)}
      </div>
    </Card>
  )
}

function AddPasskey() {
  const words = useText().settings.you
  const [name, setName] = useState<string>(words.passkeyDefault)
  const add = useAddPasskey()
  return (
    <Form onSubmit={() => add.mutate(name)}>
      {add.error && <Failed error={add.error} />}
      <TextField
        label={words.passkeyName}
        required
        maxLength={200}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Buttons>
        <Button type="submit" busy={add.isPending}>
          {words.addPasskey}
        </Button>
      </Buttons>
    </Form>
  )
}

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const text = useText()
  const words = text.settings.you
  const formats = useFormats()
  const [over, setOver] = useState<'rename' | 'remove' | null>(null)
  const close = () => setOver(null)
  const { id, name, host, synced, last_used_at } = passkey
  const remove = useSend('DELETE /passkeys/{id}', { onDone: close })
  return (
    <>
      <Row
        picture={<KeyRound size={17} aria-hidden />}
        title={name}
        badge={synced && <Badge>{words.synced}</Badge>}
        detail={
          <Facts>
            {[
              words.host(host),
              last_used_at ? words.used(formats.moment(last_used_at)) : words.neverUsed,
            ]}
          </Facts>
        }
        actions={
          <>
            <Button size="small" onClick={() => setOver('rename')}>
              {words.rename}
            </Button>
            <Button size="small" look="danger" onClick={() => setOver('remove')}>
              {text.ui.remove}
            </Button>
          </>
        }
      />
      {over === 'rename' && <RenamePasskey passkey={passkey} onClose={close} />}
      {over === 'remove' && (
        <Confirm
          title={words.removePasskey(name)}
          action={text.ui.remove}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ params: { id } })}
          onClose={close}
        >
          {words.removePasskeyWords}
        </Confirm>
      )}
    </>
  )
}
