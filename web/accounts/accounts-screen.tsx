import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Landmark, Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ask } from '#web/calls/queries.ts'
import { BackToFirstSteps } from '#web/home/first-steps/back-to-first-steps.tsx'
import { DropAnywhere } from '#web/imports/drop-anywhere.tsx'
import { useText } from '#web/text/text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { AccountRow } from './account-row.tsx'
import { AccountTotals } from './account-totals.tsx'
import { ConnectPlaid } from './connect-plaid.tsx'
import { ConnectSimplefin } from './connect-simplefin.tsx'
import { Connections } from './connections.tsx'
import { Devices } from './devices.tsx'
import { groupAccounts } from './groups.ts'
import { NewAccount } from './new-account.tsx'
import { ReturnedAccounts } from './returned.tsx'
import type { WayIn } from './search.ts'
import { SyncNow } from './sync-now.tsx'
import type { Account } from './account.ts'

const NewDevice = lazy(() =>
  import('#web/devices/new-device.tsx').then((file) => ({ default: file.NewDevice })),
)
const ConnectEurope = lazy(() =>
  import('./connect-europe.tsx').then((file) => ({ default: file.ConnectEurope })),
)
const NewNumber = lazy(() =>
  import('#web/devices/new-number.tsx').then((file) => ({ default: file.NewNumber })),
)

/** Lists the accounts, and offers ways to add more. */
export function AccountsScreen() {
  const text = useText().accounts
  const { data, error, refetch } = useQuery(ask('GET /accounts'))
  const { data: providers } = useQuery(ask('GET /connections/providers'))
  const { add: adding } = useSearch({ from: '/inside/accounts' })
  const navigate = useNavigate({ from: '/accounts' })
  const setAdding = (way: WayIn) => void navigate({ search: { add: way } })
  const close = () => void navigate({ search: {}, replace: true })
  const { plaid = false, enable_banking: europe = false } = providers ?? {}
  const add = <AddMenu plaid={plaid} europe={europe} onPick={setAdding} />
  return (
    <Page
      title={text.title}
      actions={
        <>
          <BackToFirstSteps />
          <SyncNow />
          {/* Without accounts, the ways to add one appear in the middle of the screen. */}
          {data && data.length > 0 && add}
        </>
      }
    >
      <Stack>
        {error && <Failed error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton height="280px" />}
        {data?.length === 0 && (
          <Empty
            picture={Landmark}
            title={text.none}
            actions={
              <>
                <Button look="primary" onClick={() => setAdding('simplefin')}>
                  {text.addSimplefin}
                </Button>
                {plaid && <Button onClick={() => setAdding('plaid')}>{text.addPlaid}</Button>}
                {europe && <Button onClick={() => setAdding('europe')}>{text.addEurope}</Button>}
                <Link to="/accounts/import" className={buttonClass()}>
                  {text.addFile}
                </Link>
                <Button onClick={() => setAdding('manual')}>{text.addManual}</Button>
                <Link to="/accounts/move-in" className={buttonClass()}>
                  {text.addMove}
                </Link>
              </>
            }
          >
            {text.noneWords}
          </Empty>
        )}
        <ReturnedAccounts />
        {data && data.length > 0 && <Groups accounts={data} />}
        <Connections />
        <Devices accounts={data ?? []} onAdd={setAdding} />
      </Stack>
      <DropAnywhere />
      {adding === 'simplefin' && <ConnectSimplefin onClose={close} />}
      {adding === 'plaid' && <ConnectPlaid onClose={close} />}
      <Suspense>
        {adding === 'europe' && <ConnectEurope onClose={close} />}
        {adding === 'device' && <NewDevice onClose={close} />}
        {adding === 'number' && <NewNumber onClose={close} />}
      </Suspense>
      {adding === 'manual' && <NewAccount onClose={close} />}
    </Page>
  )
}

function AddMenu({
  plaid,
  europe,
  onPick,
}: {
  readonly plaid: boolean
  readonly europe: boolean
  readonly onPick: (way: WayIn) => void
}) {
  const text = useText().accounts
  const navigate = useNavigate()
  return (
    <Menu
      button={
        <Button look="primary">
          <Plus size={18} aria-hidden />
          {text.add}
        </Button>
      }
    >
      <MenuItem onPick={() => onPick('simplefin')}>{text.addSimplefin}</MenuItem>
      {plaid && <MenuItem onPick={() => onPick('plaid')}>{text.addPlaid}</MenuItem>}
      {europe && <MenuItem onPick={() => onPick('europe')}>{text.addEurope}</MenuItem>}
      <MenuItem onPick={() => void navigate({ to: '/accounts/import' })}>{text.addFile}</MenuItem>
      <MenuItem onPick={() => void navigate({ to: '/accounts/move-in' })}>{text.addMove}</MenuItem>
      <MenuItem onPick={() => onPick('device')}>{text.addDevice}</MenuItem>
      <MenuItem onPick={() => onPick('manual')}>{text.addManual}</MenuItem>
    </Menu>
  )
}

/** Groups the accounts by bank. */
function Groups({ accounts }: { readonly accounts: readonly Account[] }) {
  const text = useText().accounts
  const { data: connections = [] } = useQuery(ask('GET /connections'))
  return (
    <>
      <AccountTotals />
      {groupAccounts(accounts, text).map(({ name, members }) => (
        <Card key={name} title={name} flush>
          <Rows label={name}>
            {members.map((account) => (
              <AccountRow
                key={account.id}
                account={account}
                connection={connections.find(({ id }) => id === account.connection_id)}
              />
            ))}
          </Rows>
        </Card>
      ))}
    </>
  )
}
