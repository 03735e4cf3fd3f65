import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useSession } from '#web/shell/session.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './settings.module.css'
import { WaysIn } from './ways-in.tsx'
import { useAccessWords } from './access-words.ts'

/** Lists everything that grants access to the household, of all members; for owners. */
export function HouseholdAccess() {
  const words = useAccessWords()
  const household = useSession()?.household
  const { data, error, refetch } = useQuery(ask('GET /household/access'))
  const members = useQuery(ask('GET /members'))
  const [asking, setAsking] = useState(false)
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data || !members.data || !household) return <Skeleton height="180px" />
  const nameOf = (id: string | null) =>
    members.data.find((one) => one.id === id)?.name ?? words.operator
  const any = [data.keys, data.devices, data.feeds, data.invitations].some(
    ({ length }) => length > 0,
  )
  return (
    <>
      <Card
        title={words.everybody}
        aside={
          any && (
            <Button size="small" look="danger" onClick={() => setAsking(true)}>
              {words.revokeHousehold}
            </Button>
          )
        }
        flush
      >
        <div className={styles.padded}>
          <Words>{words.everybodyWords}</Words>
        </div>
        <WaysIn label={words.everybody} ways={data} householdId={household.id} nameOf={nameOf} />
        {asking && <Question onClose={() => setAsking(false)} />}
      </Card>
      {data.left_connections.length > 0 && <LeftConnections left={data.left_connections} />}
    </>
  )
}

type Left = Output<'GET /household/access'>['left_connections']

/** Connections of former members, which only an owner can end. */
function LeftConnections({ left }: { readonly left: Left }) {
  const words = useAccessWords()
  const [ending, setEnding] = useState<Left[number] | null>(null)
  return (
    <Card title={words.left} flush>
      <div className={styles.padded}>
        <Words>{words.leftWords}</Words>
      </div>
      <Rows label={words.left}>
        {left.map((one) => (
          <Row
            key={one.id}
            picture={<Link2 size={17} aria-hidden />}
            title={one.name ?? words.aBank}
            detail={words.of(one.member_name)}
            actions={
              <Button size="small" look="danger" onClick={() => setEnding(one)}>
                {words.disconnect}
              </Button>
            }
          />
        ))}
      </Rows>
      {ending && <Disconnect of={ending} onClose={() => setEnding(null)} />}
    </Card>
  )
}

function Disconnect({
  of: { id, name },
  onClose,
}: {
  readonly of: Left[number]
  readonly onClose: () => void
}) {
  const text = useText()
  const words = useAccessWords()
  const bank = name ?? words.aBank
  const remove = useSend('DELETE /connections/{id}', {
    onDone: () => {
      toast(words.disconnected(bank))
      onClose()
    },
  })
  return (
    <Confirm
      title={text.accounts.connections.disconnectTitle(bank)}
      action={words.disconnect}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      {text.accounts.connections.disconnectWords}
    </Confirm>
  )
}

function Question({ onClose }: { readonly onClose: () => void }) {
  const words = useAccessWords()
  const revoke = useSend('POST /household/access/revoke-all', {
    onDone: ({ keys, devices, feeds, invitations }) => {
      toast(words.revoked(keys + devices + feeds + invitations))
      onClose()
    },
  })
  return (
    <Confirm
      title={words.revokeHouseholdTitle}
      action={words.revokeHousehold}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({})}
      onClose={onClose}
    >
      {words.revokeHouseholdWords}
    </Confirm>
  )
}
