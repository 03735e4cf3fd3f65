import { Send } from 'lucide-react'
import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import settingsStyles from '#web/settings/settings.module.css'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Stack, Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { AddWay } from './add-way.tsx'
import { ThisBrowser } from './this-browser.tsx'
import { useNoticesWords } from './words.ts'

type Way = Output<'GET /notices/settings'>['ways'][number]

/** Lists the ways by which notices reach the member. */
export function Ways({ ways }: { readonly ways: readonly Way[] }) {
  const words = useNoticesWords()
  const [isAdding, setIsAdding] = useState(false)
  const test = useSend('POST /notices/ways/{id}/test', {
    onDone: ({ sent, reason }) =>
      toast(sent ? words.tested : [words.notTested, reason].filter(Boolean).join(': ')),
  })
  const remove = useSend('DELETE /notices/ways/{id}', { onDone: () => toast(words.removed) })
  const error = test.error ?? remove.error
  return (
    <Card
      title={words.ways}
      flush
      aside={
        <Button size="small" onClick={() => setIsAdding(true)}>
          {words.add}
        </Button>
      }
    >
      <div className={settingsStyles.padded}>
        <Stack dense>
          <Words>{words.waysWords}</Words>
          {error && <Failed error={error} />}
          {!ways.some(({ here, gone }) => here && !gone) && <ThisBrowser />}
        </Stack>
      </div>
      {ways.length > 0 && (
        <Rows label={words.ways}>
          {ways.map((way) => (
            <Row
              key={way.id}
              dim={way.gone}
              picture={<Send size={17} aria-hidden />}
              title={way.name}
              badge={<State way={way} />}
              detail={
                <Facts>
                  {[way.here ? words.thisBrowser : words.services[way.kind], way.last?.reason]}
                </Facts>
              }
              actions={
                <>
                  <Button
                    size="small"
                    busy={test.isPending && test.variables.params.id === way.id}
                    onClick={() => test.mutate({ params: { id: way.id }, body: {} })}
                  >
                    {words.test}
                    <span className="unseen"> {way.name}</span>
                  </Button>
                  <Button size="small" onClick={() => remove.mutate({ params: { id: way.id } })}>
                    {words.remove}
                    <span className="unseen"> {way.name}</span>
                  </Button>
                </>
              }
            />
          ))}
        </Rows>
      )}
      {isAdding && <AddWay onClose={() => setIsAdding(false)} />}
    </Card>
  )
}

const tones = { queued: 'warn', sent: 'good', failed: 'bad', cancelled: 'neutral' } as const

function State({ way: { gone, last } }: { readonly way: Way }) {
  const words = useNoticesWords()
  if (gone) return <Badge tone="bad">{words.gone}</Badge>
  return last && <Badge tone={tones[last.state]}>{words.states[last.state]}</Badge>
}
