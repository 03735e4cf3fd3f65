import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { withProof } from '#web/calls/proof.ts'
import { goToProvider } from '#web/sign-in/provider-login.ts'
import { useProviderWords } from '#web/sign-in/provider-words.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Buttons, Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Security } from './security.ts'
import styles from './settings.module.css'

/** Lists the accounts at providers by which the person signs in, and links others. Hidden where no provider is configured. */
export function Logins({ security }: { readonly security: Security }) {
  if (security.providers.length === 0 && security.identities.length === 0) return null
  return (
    <Suspense>
      <LoginsCard security={security} />
    </Suspense>
  )
}

function LoginsCard({ security: { identities, providers } }: { readonly security: Security }) {
  const words = useProviderWords()
  const link = useMutation({
    mutationFn: (id: string) => withProof(() => goToProvider(id, { purpose: 'link' })),
  })
  return (
    <Card title={words.logins} flush>
      <div className={styles.padded}>
        <Words>
          {words.loginsWords} {identities.length === 0 && words.none}
        </Words>
        {link.error && <Failed error={link.error} />}
      </div>
      <Rows label={words.logins}>
        {identities.map((identity) => (
          <LoginRow key={identity.id} identity={identity} />
        ))}
      </Rows>
      <div className={styles.padded}>
        <Buttons>
          {providers.map(({ id, name }) => (
            <Button key={id} busy={link.isPending} onClick={() => link.mutate(id)}>
              {words.link(name)}
            </Button>
          ))}
        </Buttons>
      </div>
    </Card>
  )
}

function LoginRow({ identity }: { readonly identity: Security['identities'][number] }) {
  const words = useProviderWords()
  const { you } = useText().settings
  const formats = useFormats()
  const [isAsking, setIsAsking] = useState(false)
  const { id, provider, provider_name, account, last_used_at } = identity
  const unlink = useSend('DELETE /identities/{id}', { onDone: () => toast(words.unlinked) })
  const close = () => setIsAsking(false)
  return (
    <>
      <Row
        title={provider_name}
        detail={
          <Facts>
            {[
              ...(account === null ? [] : [account]),
              ...(provider === null ? [words.gone] : []),
              last_used_at ? you.used(formats.moment(last_used_at)) : you.neverUsed,
            ]}
          </Facts>
        }
        actions={
          <Button size="small" look="danger" onClick={() => setIsAsking(true)}>
            {words.unlink}
          </Button>
        }
      />
      {isAsking && (
        <Confirm
          title={words.unlinkTitle(provider_name)}
          action={words.unlink}
          busy={unlink.isPending}
          error={unlink.error}
          onConfirm={() => unlink.mutate({ params: { id } })}
          onClose={close}
        >
          {words.unlinkWords}
        </Confirm>
      )}
    </>
  )
}
