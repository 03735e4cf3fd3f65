import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useLanguage, useText } from '#web/text/text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Stack, Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { ChooseAccounts } from './choose-accounts.tsx'
import { type PlaidLink, useFollowLink } from './follow-link.ts'
import { countries, likelyCountry } from './plaid-countries.ts'

type Props = {
  /** The connection whose login needs repair. */
  readonly renew?: string
  readonly onClose: () => void
}

/**
 * Connects a bank on a page hosted by Plaid, so that Plaid's script never runs in ours. `renew` repairs the login of a
 * connection. Afterwards the person chooses the accounts to follow.
 */
export function ConnectPlaid({ renew, onClose }: Props) {
  const [link, setLink] = useState<PlaidLink | null>(null)
  const [connected, setConnected] = useState<string | null>(null)
  const { resumed } = useText().accounts.connections
  const queries = useQueryClient()
  const finish = ([id]: readonly string[]) => {
    void refresh(queries)
    if (renew !== undefined) toast(resumed)
    if (renew !== undefined || id === undefined) onClose()
    else setConnected(id)
  }
  if (connected !== null) return <ChooseAccounts id={connected} onClose={onClose} />
  if (link !== null) return <AtPlaid link={link} onDone={finish} onClose={onClose} />
  return <OpenLink {...(renew !== undefined && { renew })} onLink={setLink} onClose={onClose} />
}

function OpenLink({
  renew,
  onLink,
  onClose,
}: Props & { readonly onLink: (link: PlaidLink) => void }) {
  const words = useText().accounts.plaid
  const { language } = useLanguage()
  const [country, setCountry] = useState(() => likelyCountry(navigator.language))
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const repair = renew !== undefined && { connection_id: renew }
  const open = useSendSecret('POST /connections/plaid/link', {
    onDone: ({ link_token: token, url }) => {
      if (token === undefined || url === undefined) onClose()
      else onLink({ token, url, ...(renew !== undefined && { renew }) })
    },
  })
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return (
    <FormDialog
      title={renew === undefined ? words.title : words.renewTitle}
      action={words.go}
      busy={open.isPending}
      error={open.error}
      onSubmit={() => {
        open.send({ body: { country_codes: [country], language, ...repair }, idempotencyKey })
      }}
      onClose={onClose}
    >
      <Words>{renew === undefined ? words.words : words.renewWords}</Words>
      {renew === undefined && (
        <SelectField
          label={words.country}
          value={country}
          onChange={(event) => setCountry(event.target.value)}
        >
          {countries
            .map((code) => ({ code, name: names.of(code) ?? code }))
            .toSorted((a, b) => a.name.localeCompare(b.name, language))
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
        </SelectField>
      )}
    </FormDialog>
  )
}

/** Shown while the person is on Plaid's page in another tab. */
function AtPlaid({
  link,
  onDone,
  onClose,
}: {
  readonly link: PlaidLink
  readonly onDone: (connectionIds: readonly string[]) => void
  readonly onClose: () => void
}) {
  const text = useText()
  const words = text.accounts.plaid
  const [isOpened, setOpened] = useState(false)
  const { state, error } = useFollowLink(isOpened ? link : null, onDone)
  return (
    <Dialog
      title={link.renew === undefined ? words.title : words.renewTitle}
      open
      insistent
      onClose={onClose}
      actions={<Button onClick={onClose}>{text.ui.cancel}</Button>}
    >
      <Stack>
        <Words>{isOpened ? words.waiting : words.ready}</Words>
        {state === 'left' && <Notice tone="warn">{words.left}</Notice>}
        {error !== null && <Failed error={error} />}
        <div>
          <a
            href={link.url}
            target="_blank"
            rel="noreferrer"
            className={buttonClass(isOpened && state === 'open' ? 'plain' : 'primary')}
            onClick={() => setOpened(true)}
          >
            <ExternalLink size={17} aria-hidden />
            {isOpened ? words.again : words.open}
          </a>
        </div>
      </Stack>
    </Dialog>
  )
}
