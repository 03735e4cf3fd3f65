import { useQuery } from '@tanstack/react-query'
import { useSend } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './archived-dialog.module.css'
import { kindOf } from './kind.ts'

/** Lists the archived Expenses, each with a button that restores it. */
export function ArchivedDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const formats = useFormats()
  const { data, error, refetch } = useQuery(ask('GET /archived-expenses'))
  const restore = useSend('POST /expenses/{id}/restore')
  const words = text.plan
  return (
    <Dialog title={words.archived} open onClose={onClose}>
      {restore.error && <Failed error={restore.error} />}
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height="120px" />}
      {data?.length === 0 && <p className="soft">{words.archivedNone}</p>}
      <ul>
        {data?.map(
          ({ id, name, type, look, recurrence_anchor_date: anchor, archived_at, updated_at }) => (
            <li key={id} className={styles.row}>
              <div>
                <p>
                  <Mark look={look} small round />
                  {name}
                </p>
                <p className="soft">
                  {words.kinds[kindOf(type, { isDated: anchor !== null })]} ·{' '}
                  {words.archivedOn(formats.moment(archived_at))}
                </p>
              </div>
              <Button
                size="small"
                busy={restore.isPending}
                aria-label={`${words.restore}: ${name}`}
                onClick={() =>
                  restore.mutate(
                    { params: { id }, body: { expected_updated_at: updated_at } },
                    { onSuccess: () => toast(words.done.restored(name)) },
                  )
                }
              >
                {words.restore}
              </Button>
            </li>
          ),
        )}
      </ul>
    </Dialog>
  )
}
