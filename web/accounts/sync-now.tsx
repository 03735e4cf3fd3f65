import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useSend } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { syncText } from './sync-text.ts'

/** How often the state of a running sync is requested, in milliseconds. */
const REFETCH_MS = 3000

/** Starts a sync of every bank. Hidden without banks. */
export function SyncNow() {
  const text = useText()
  const words = text.accounts.sync
  const { data } = useQuery({
    ...ask('GET /sync/status'),
    refetchInterval: ({ state }) => (isRunning(state.data?.status) ? REFETCH_MS : false),
  })
  const sync = useSend('POST /sync', {
    onDone: (answer) => toast(syncText(answer, words)),
  })
  if (!data || data.status === 'not_connected') return null
  return (
    <Button
      busy={sync.isPending || isRunning(data.status)}
      onClick={() => {
        sync.mutate({ body: {} }, { onError: (error) => toast(failureText(error, text)) })
      }}
    >
      <RefreshCw size={17} aria-hidden />
      {words.now}
    </Button>
  )
}

function isRunning(status: string | undefined): boolean {
  return status === 'queued' || status === 'syncing'
}
