import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '#web/calls/queries.ts'
import { BillProposals } from '#web/proposals/bill-proposals.tsx'
import { useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Buttons, Stack, Words } from '#web/ui/stack.tsx'

/** Proposes bills found in the history that are not planned yet; hidden if there are none. */
export function FoundBills() {
  const words = useText().proposals
  const { data: found } = useQuery(ask('GET /proposals'))
  const { data: schedules } = useQuery(ask('GET /funding-schedules'))
  const { data: totals } = useQuery(ask('GET /accounts/summary'))
  if (!found || !schedules || !totals || found.bills.length === 0) return null
  return (
    <Card title={words.bills}>
      <Stack>
        <Words>{schedules.length > 0 ? words.billsWords : words.payFirst}</Words>
        {schedules.length > 0 ? (
          <BillProposals found={found} currency={totals.currency} free={totals.free_to_spend} />
        ) : (
          <Buttons>
            <Link to="/calendar" className={buttonClass('primary')}>
              {words.toPaydays}
            </Link>
          </Buttons>
        )}
      </Stack>
    </Card>
  )
}
