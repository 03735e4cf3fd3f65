import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { refresh } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { ChooseFile } from './choose-file.tsx'
import { DropAnywhere } from './drop-anywhere.tsx'
import { handed, letGo } from './dropped.ts'
import { type Import, isUnderWay, type Preview } from './import.ts'
import { PastImports } from './past-imports.tsx'
import { Progress } from './progress.tsx'
import { Report } from './report.tsx'
import { Review } from './review.tsx'

/** A statement file on its way in: chosen, looked at, imported, and told of. The address says which one. */
export function ImportScreen() {
  const text = useText().imports
  const { id, account } = useSearch({ from: '/inside/accounts/import' })
  const navigate = useNavigate({ from: '/accounts/import' })
  const [file, setFile] = useState(handed)
  const [looked, setLooked] = useState<Preview | null>(null)
  useEffect(letGo, [])
  const begin = (next: File | null) => {
    setFile(next)
    setLooked(null)
    void navigate({ search: {} })
  }
  const show = (preview: Preview) => {
    setLooked(preview)
    void navigate({ search: { id: preview.id } })
  }
  return (
    <Page
      title={text.title}
      actions={
        <Link to="/accounts" className={buttonClass()}>
          <ChevronLeft size={16} aria-hidden />
          {text.back}
        </Link>
      }
    >
      <Stack>
        {id === undefined ? (
          <ChooseFile file={file} account={account ?? null} onFile={setFile} onLooked={show} />
        ) : (
          <OneImport
            key={id}
            id={id}
            looked={looked?.id === id ? looked : null}
            onAgain={() => begin(null)}
          />
        )}
        <PastImports current={id ?? null} />
      </Stack>
      <DropAnywhere onFile={begin} />
    </Page>
  )
}

/** How often an import that is under way is looked at, in milliseconds. */
const ANEW = 200

function OneImport({
  id,
  looked,
  onAgain,
}: {
  readonly id: string
  readonly looked: Preview | null
  readonly onAgain: () => void
}) {
  const { data, error, refetch } = useQuery({
    ...ask('GET /imports/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? ANEW : false),
  })
  useNews(data)
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height="240px" />
  if (data.status === 'uploaded') return <Review told={data} looked={looked} onAgain={onAgain} />
  if (isUnderWay(data)) return <Progress told={data} />
  return <Report told={data} onAgain={onAgain} />
}

/** Reads everything anew once an import that was under way has ended. */
function useNews(told: Import | undefined) {
  const queries = useQueryClient()
  const underWay = isUnderWay(told)
  const [wasUnderWay, setWasUnderWay] = useState(underWay)
  useEffect(() => {
    if (underWay === wasUnderWay) return
    setWasUnderWay(underWay)
    if (!underWay) void refresh(queries)
  }, [underWay, wasUnderWay, queries])
}
