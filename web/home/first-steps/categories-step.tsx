import { useQuery } from '@tanstack/react-query'
import { useStarter } from '#web/categories/use-starter.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons } from '#web/ui/stack.tsx'
import { Step } from './step.tsx'

/** Says that payments come in categories, with the one choice to begin without; offers them where there are none. */
export function CategoriesStep() {
  const words = useText().firstSteps.categories
  const { data, error, refetch } = useQuery(ask('GET /categories'))
  const starter = useStarter()
  const isReady = data !== undefined && data.length > 0
  return (
    <Step title={words.title} done={isReady}>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {starter.error && <Failed error={starter.error} />}
      {!data && !error && <Skeleton height="40px" />}
      {data && (
        <>
          <p className="soft">{isReady ? words.ready : words.offer}</p>
          {isReady && data.every(({ is_starter }) => is_starter) && (
            <Buttons>
              <Button size="small" busy={starter.busy} onClick={starter.drop}>
                {words.without}
              </Button>
            </Buttons>
          )}
          {!isReady && (
            <Buttons>
              <Button busy={starter.busy} onClick={starter.begin}>
                {words.file}
              </Button>
            </Buttons>
          )}
        </>
      )}
    </Step>
  )
}
