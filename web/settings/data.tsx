import { useState } from 'react'
import { call } from '#web/calls/call.ts'
import { useSend } from '#web/calls/changes.ts'
import { setCurrentHousehold } from '#web/calls/household.ts'
import { withProof } from '#web/calls/proof.ts'
import { useSession } from '#web/shell/session.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { downloadText } from '#web/ui/download.ts'
import { TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Buttons, Stack, Words } from '#web/ui/stack.tsx'
import { Archive } from '#web/export/archive.tsx'
import { About } from './about.tsx'
import { Belongings } from './belongings.tsx'

/** Exports the household, and offers leaving or deleting it. */
export function HouseholdData() {
  const words = useText().settings.data
  const household = useSession()?.household
  const [over, setOver] = useState<'leave' | 'delete' | null>(null)
  if (!household) return null
  const owner = household.role === 'owner'
  const close = () => setOver(null)
  return (
    <Stack>
      {owner && <Export />}
      {owner && <Archive />}
      <Card title={words.leave}>
        <Stack>
          <Words>{words.leaveWords}</Words>
          <Buttons>
            <Button onClick={() => setOver('leave')}>{words.leaveButton}</Button>
          </Buttons>
        </Stack>
      </Card>
      {owner && (
        <Card title={words.delete}>
          <Stack>
            <Words>{words.deleteWords}</Words>
            <Buttons>
              <Button look="danger" onClick={() => setOver('delete')}>
                {words.delete}
              </Button>
            </Buttons>
          </Stack>
        </Card>
      )}
      <About />
      {over === 'leave' && <Leave name={household.name} onClose={close} />}
      {over === 'delete' && <Delete name={household.name} onClose={close} />}
    </Stack>
  )
}

/** Saves the document to a file without keeping it in the page. */
function Export() {
  const words = useText().settings.data
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const gather = async () => {
    setBusy(true)
    setError(null)
    try {
      const document = await withProof(() => call('GET /export'))
      downloadText('earmark-export.json', JSON.stringify(document, null, 2), 'application/json')
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={words.export}>
      <Stack>
        <Words>{words.exportWords}</Words>
        {error !== null && <Failed error={error} />}
        <Buttons>
          <Button busy={busy} onClick={() => void gather()}>
            {busy ? words.exporting : words.exportButton}
          </Button>
        </Buttons>
      </Stack>
    </Card>
  )
}

type Props = { readonly name: string; readonly onClose: () => void }

/** Reloads the page, because all cached data belongs to the former household. */
function startAnew() {
  setCurrentHousehold(null)
  location.assign('/')
}

function Leave({ name, onClose }: Props) {
  const words = useText().settings.data
  const memberId = useSession()?.household?.member_id
  const leave = useSend('POST /leave', { onDone: startAnew })
  return (
    <Confirm
      title={words.leaveTitle(name)}
      action={words.leaveButton}
      busy={leave.isPending}
      error={leave.error}
      onConfirm={() => leave.mutate({})}
      onClose={onClose}
    >
      <Stack>
        <p>{words.leaveWords}</p>
        {memberId !== undefined && <Belongings memberId={memberId} />}
      </Stack>
    </Confirm>
  )
}

function Delete({ name, onClose }: Props) {
  const words = useText().settings.data
  const [typed, setTyped] = useState('')
  const remove = useSend('DELETE /household', { onDone: startAnew })
  return (
    <Confirm
      title={words.deleteTitle(name)}
      action={words.delete}
      busy={remove.isPending}
      error={remove.error}
      disabled={typed !== name}
      onConfirm={() => remove.mutate({ body: { name: typed } })}
      onClose={onClose}
    >
      <Stack>
        <p>{words.deleteWords}</p>
        <TextField
          label={words.typeName(name)}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Stack>
    </Confirm>
  )
}
