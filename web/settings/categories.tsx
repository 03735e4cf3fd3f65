import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Tags } from 'lucide-react'
import { useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useLastSeen } from '#web/edits/use-last-seen.ts'
import { Mark } from '#web/ui/mark.tsx'
import { isInSight } from '#web/categories/in-sight.ts'
import { useStarter } from '#web/categories/use-starter.ts'
import { useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons, Stack, Words } from '#web/ui/stack.tsx'
import { CategoryRules } from './category-rules.tsx'
import { EditCategory } from './edit-category.tsx'
import type { Category } from './category.ts'
import styles from './settings.module.css'

/** Lists the categories for transactions. */
export function Categories() {
  const words = useText().settings.categories
  const { data, error, refetch } = useQuery(ask('GET /categories'))
  const starter = useStarter()
  const [isLong, setLong] = useState(false)
  const [open, setOpen] = useState<string | null>(null)
  const edited = useLastSeen(data, open)
  const shown = data ? inSight(data) : []
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
              <Button look="primary" busy={starter.busy} onClick={starter.begin}>
                {words.starter}
              </Button>
              {add}
            </>
          }
        />
      )}
      {starter.error && <Failed error={starter.error} />}
      {data && data.length > 0 && (
        <Card title={words.title} aside={add} flush>
          <Rows label={words.title}>
            {inGroups(isLong ? data : shown).map((category) => (
              <CategoryRow
                key={category.id}
                category={category}
                onOpen={() => setOpen(category.id)}
              />
            ))}
          </Rows>
          <Further
            count={isLong ? 0 : data.length - shown.length}
            canDrop={data.some((one) => one.is_starter && !one.in_use)}
            busy={starter.busy}
            onAll={() => setLong(true)}
            onDrop={starter.drop}
          />
        </Card>
      )}
      {data && <CategoryRules categories={data} />}
      {open !== null && (
        <EditCategory
          category={edited ?? null}
          groups={data?.filter(({ parent_id }) => parent_id === null) ?? []}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  )
}

/** Shows the rest of the list, and takes away the usual categories that nothing uses. */
function Further({
  count,
  canDrop,
  busy,
  onAll,
  onDrop,
}: {
  readonly count: number
  readonly canDrop: boolean
  readonly busy: boolean
  readonly onAll: () => void
  readonly onDrop: () => void
}) {
  const words = useText().settings.categories
  if (count === 0 && !canDrop) return null
  return (
    <div className={styles.padded}>
      <Words>{words.usualWords}</Words>
      <Buttons>
        {count > 0 && (
          <Button size="small" onClick={onAll}>
            {words.showAll(count)}
          </Button>
        )}
        {canDrop && (
          <Button size="small" look="quiet" busy={busy} onClick={onDrop}>
            {words.drop}
          </Button>
        )}
      </Buttons>
    </div>
  )
}

/** Lists the categories that are used or that a person made, with their groups; all if there are none. Hidden ones too. */
function inSight(all: readonly Category[]): readonly Category[] {
  const near = all.filter((one) => one.is_hidden || isInSight(one))
  if (near.length === 0) return all
  const groups = new Set(near.map(({ parent_id }) => parent_id))
  return all.filter((one) => near.includes(one) || groups.has(one.id))
}

/** Orders each group before its members; otherwise keeps the household's order. */
function inGroups(all: readonly Category[]): readonly Category[] {
  return all
    .filter(({ parent_id }) => parent_id === null)
    .flatMap((group) => [group, ...all.filter(({ parent_id }) => parent_id === group.id)])
}

function CategoryRow({
  category: { name, kind, parent_id, is_hidden, look },
  onOpen,
}: {
  readonly category: Category
  readonly onOpen: () => void
}) {
  const words = useText().settings.categories
  return (
    <Row
      dim={is_hidden}
      picture={<Mark look={look} />}
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
