import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Tags } from 'lucide-react'
import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { useLanguage, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { CategoryRules } from './category-rules.tsx'
import { EditCategory } from './edit-category.tsx'
import type { Category } from './category.ts'

/** Lists the categories for transactions. */
export function Categories() {
  const words = useText().settings.categories
  const { data, error, refetch } = useQuery(ask('GET /categories'))
  const { language } = useLanguage()
  const start = useSend('POST /categories/starter', {
    onDone: ({ created }) => toast(words.started(created)),
  })
  const [open, setOpen] = useState<Category | 'new' | null>(null)
  const add = (
    <Button
      look={data?.length === 0 ? 'plain' : 'primary'}
      size={data?.length === 0 ? 'normal' : 'small'}
      onClick={() => setOpen('new')}
    >
      <Plus size={16} aria-hidden />
      {words.add}
    </Button>
  )
  return (
    <Stack>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height="320px" />}
      {data?.length === 0 && (
        <Empty
          picture={Tags}
          title={words.none}
          actions={
            <>
              <Button
                look="primary"
                busy={start.isPending}
                onClick={() => start.mutate({ body: { language } })}
              >
                {words.starter}
              </Button>
              {add}
            </>
          }
        />
      )}
      {start.error && <Failed error={start.error} />}
      {data && data.length > 0 && (
        <Card title={words.title} aside={add} flush>
          <Rows label={words.title}>
            {inGroups(data).map((category) => (
              <CategoryRow key={category.id} category={category} onOpen={() => setOpen(category)} />
            ))}
          </Rows>
        </Card>
      )}
      {data && <CategoryRules categories={data} />}
      {open !== null && (
        <EditCategory
          category={open === 'new' ? null : open}
          groups={data?.filter(({ parent_id }) => parent_id === null) ?? []}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  )
}

/** Orders each group before its members; otherwise keeps the household's order. */
function inGroups(all: readonly Category[]): readonly Category[] {
  return all
    .filter(({ parent_id }) => parent_id === null)
    .flatMap((group) => [group, ...all.filter(({ parent_id }) => parent_id === group.id)])
}

function CategoryRow({
  category: { name, kind, parent_id, is_hidden },
  onOpen,
}: {
  readonly category: Category
  readonly onOpen: () => void
}) {
  const words = useText().settings.categories
  return (
    <Row
      dim={is_hidden}
      title={name}
      badge={is_hidden && <Badge>{words.hidden}</Badge>}
      inset={parent_id !== null}
      detail={parent_id === null ? words.kinds[kind] : undefined}
      actions={
        <IconButton name={words.edit(name)} onClick={onOpen}>
          <Pencil size={16} aria-hidden />
        </IconButton>
      }
    />
  )
}
