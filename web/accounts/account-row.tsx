import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { Facts, Row } from '#web/ui/rows.tsx'
import type { Account } from './account.ts'
import styles from './accounts.module.css'
import type { Connection } from './connections.tsx'
import { EditAccount } from './edit-account.tsx'
import { FollowSwitch } from './follow-switch.tsx'

/** One account: its balance, how recent that is, and if it is followed. */
export function AccountRow({
  account,
  connection,
}: {
  readonly account: Account
  readonly connection: Connection | undefined
}) {
  const words = useText().accounts
  const formats = useFormats()
  const [editing, setEditing] = useState(false)
  const { data: checks } = useQuery(ask('GET /account-checks'))
  const check = checks?.find(({ account_id }) => account_id === account.id)
  const { name, type, mask, balance, currency, closed_at, spendable } = account
  const { available_balance: available } = account
  return (
    <>
      <Row
        dim={closed_at !== null}
        title={
          <Link to="/transactions" search={{ account_id: account.id }} className={styles.name}>
            {name}
          </Link>
        }
        badge={closed_at !== null && <Badge>{words.closed}</Badge>}
        detail={
          <Facts>
            {[
              words.types[type],
              mask !== null && `•${mask}`,
              available !== null && words.available(formats.money(available, currency)),
              words.asOf(formats.moment(account.balance_as_of)),
              check?.day && words.checked[check.way](formats.day(check.day)),
              spendable !== null && (spendable ? words.cash : words.notCash),
            ]}
          </Facts>
        }
        aside={<Money cents={balance} currency={currency} className={styles.balance} />}
        actions={
          <>
            {connection && <FollowSwitch account={account} connection={connection} />}
            {closed_at === null && (
              <IconButton name={words.editTitle(name)} onClick={() => setEditing(true)}>
                <Pencil size={16} aria-hidden />
              </IconButton>
            )}
          </>
        }
      />
      {editing && <EditAccount account={account} check={check} onClose={() => setEditing(false)} />}
    </>
  )
}
