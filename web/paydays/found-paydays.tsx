import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import { PaydayProposals } from '#web/proposals/payday-proposals.tsx'
import { useSession } from '#web/shell/session.ts'
import { useText } from '#web/text/text.tsx'
import { Card } from '#web/ui/card.tsx'
import { Stack, Words } from '#web/ui/stack.tsx'

/** Proposes regular deposits that no schedule covers; hidden if there are none. */
export function FoundPaydays({ isFirst }: { readonly isFirst: boolean }) {
  const words = useText().proposals
  const currency = useSession()?.household?.currency
  const { data: found } = useQuery(ask('GET /proposals'))
  if (!found || !currency || found.paydays.length === 0) return null
  return (
    <Card title={words.paydays}>
      <Stack>
        <Words>{isFirst ? words.paydaysWords : words.another}</Words>
        <PaydayProposals paydays={found.paydays} currency={currency} />
      </Stack>
    </Card>
  )
}
