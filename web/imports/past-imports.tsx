import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { ask } from '#web/calls/queries.ts'
import { fileFaultText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import type { Import } from './import.ts'
import { UndoImport } from './undo-import.tsx'
import { isUnderWay, tones } from './upload-status.ts'

/** How often the list is refetched while an import is running, in milliseconds. */
const REFETCH_MS = 2000

/** Lists the past imports, each with an undo. Hidden if there are none. */
export function PastImports({ current }: { readonly current: string | null }) {
  const words = useText().imports.past
  const { data, error, refetch } = useQuery({
    ...ask('GET /imports', { query: {} }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? REFETCH_MS : false),
  })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  const others = data?.filter(({ id }) => id !== current) ?? []
  if (others.length === 0) return null
  return (
    <Card title={words.title} flush>
      <Rows label={words.title}>
        {others.map((statement) => (
          <PastImport key={statement.id} statement={statement} />
        ))}
      </Rows>
    </Card>
  )
}

function PastImport({ statement }: { readonly statement: Import }) {
  const text = useText()
  const words = text.imports.past
  const formats = useFormats()
  const { id, file_name, status, account_name, created_at, added, message, reason, line } =
    statement
  const isOpen = status === 'uploaded' || isUnderWay(statement)
  return (
    <Row
      dim={status === 'undone' || status === 'cancelled'}
      picture={<FileText size={17} aria-hidden />}
      title={file_name}
      badge={<Badge tone={tones[status]}>{words.states[status]}</Badge>}
      detail={
        <>
          <Facts>
            {[account_name, formats.moment(created_at), status === 'done' && words.added(added)]}
          </Facts>
          {message !== null && <p>{fileFaultText({ reason, line }, text)}</p>}
        </>
      }
      actions={
        <>
          {isOpen && (
            <Link
              to="/accounts/import"
              search={{ id }}
              className={buttonClass('plain', 'small')}
              aria-label={
                status === 'uploaded' ? words.goOnName(file_name) : words.showName(file_name)
              }
            >
              {status === 'uploaded' ? words.goOn : words.show}
            </Link>
          )}
          {status === 'done' && <UndoImport statement={statement} small />}
        </>
      }
    />
  )
}
