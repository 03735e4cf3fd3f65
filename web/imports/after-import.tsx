import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'

type Props = {
  /** The one account into which everything went; null: several. */
  readonly account: string | null
  /** The number of new transactions. */
  readonly added: number
}

/** Leads on after an import: back to the first steps while they are open, and to the transactions. */
export function AfterImport({ account, added }: Props) {
  const text = useText()
  const { data } = useQuery(ask('GET /home'))
  const isBeginning = data?.first_steps === true && data.counts.accounts > 0
  return (
    <>
      {isBeginning && (
        <Link to="/" className={buttonClass('primary')}>
          {text.firstSteps.goOn}
        </Link>
      )}
      {added > 0 && (
        <Link
          to="/transactions"
          search={account === null ? {} : { account_id: account }}
          className={buttonClass(isBeginning ? 'plain' : 'primary')}
        >
          {text.imports.report.see}
        </Link>
      )}
    </>
  )
}
