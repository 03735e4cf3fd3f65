import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { ask } from '#web/calls/queries.ts'
import { tones } from '#web/imports/upload-status.ts'
import { useFormats } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { UndoMove } from './undo-move.tsx'
import { useMoveWords } from './words.ts'

/** Lists the past moves, each with an undo. Hidden if there are none. */
export function PastMoves({ current }: { readonly current: string | null }) {
  const text = useMoveWords()
  const words = text.past
  const formats = useFormats()
  const { data, error, refetch } = useQuery(ask('GET /moves'))
  if (error) return <Failed error={error} retry={() => void refetch()} />
  const others = data?.filter(({ id }) => id !== current) ?? []
  if (others.length === 0) return null
  return (
    <Card title={words.title} flush>
      <Rows label={words.title}>
        {others.map((move) => {
          const name = text.applications[move.app]
          return (
            <Row
              key={move.id}
              dim={move.status === 'undone'}
              picture={<FileText size={17} aria-hidden />}
              title={name}
              badge={<Badge tone={tones[move.status]}>{words.states[move.status]}</Badge>}
              detail={
                <Facts>
                  {[
                    formats.moment(move.created_at),
                    move.status === 'done' && text.payments(move.report?.counts.added ?? 0),
                  ]}
                </Facts>
              }
              actions={
                <>
                  <Link
                    to="/accounts/move-in"
                    search={{ id: move.id }}
                    className={buttonClass('plain', 'small')}
                    aria-label={words.showName(name)}
                  >
                    {words.show}
                  </Link>
                  {move.status === 'done' && <UndoMove move={move} small />}
                </>
              }
            />
          )
        })}
      </Rows>
    </Card>
  )
}
