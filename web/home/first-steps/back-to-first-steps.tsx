import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'

/** Leads back to the first steps after money was imported; hidden once they are done. */
export function BackToFirstSteps() {
  const words = useText().firstSteps
  const { data } = useQuery(ask('GET /home'))
  if (!data?.first_steps || data.counts.accounts === 0) return null
  return (
    <Link to="/" className={buttonClass()}>
      {words.goOn}
    </Link>
  )
}
