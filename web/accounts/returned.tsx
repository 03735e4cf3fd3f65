import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSendOnce } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Buttons } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'

type Returned = Output<'GET /returned-accounts'>[number]

/**
 * Asks if a new account is an existing one that the bank now reports under another id. Hidden if there are no such questions.
 * `connection`: limits the questions to one connection.
 */
export function ReturnedAccounts({ connection }: { readonly connection?: string }) {
  const { data = [] } = useQuery(ask('GET /returned-accounts'))
  return data
    .filter(({ connection_id }) => connection === undefined || connection_id === connection)
    .map((account) => <Question key={account.id + account.may_be.account_id} account={account} />)
}

function Question({ account }: { readonly account: Returned }) {
  const words = useText().accounts.returned
  const [joining, setJoining] = useState(false)
  const { id, may_be } = account
  const name = withDigits(account)
  const keepApart = useSendOnce('POST /returned-accounts/{id}/keep-apart', {
    onDone: () => toast(words.keptApart(name)),
  })
  const stayApart = () =>
    keepApart.send({ params: { id }, body: { account_id: may_be.account_id } })
  return (
    <>
      {keepApart.error && <Failed error={keepApart.error} />}
      <Notice
        action={
          <Buttons>
            <Button size="small" look="primary" onClick={() => setJoining(true)}>
              {words.join}
            </Button>
            <Button size="small" busy={keepApart.isPending} onClick={stayApart}>
              {words.apart}
            </Button>
          </Buttons>
        }
      >
        {words.mayBe(name, withDigits(may_be))}
      </Notice>
      {joining && <Join account={account} onClose={() => setJoining(false)} />}
    </>
  )
}

function Join({ account, onClose }: { readonly account: Returned; readonly onClose: () => void }) {
  const words = useText().accounts.returned
  const { id, may_be } = account
  const join = useSendOnce('POST /returned-accounts/{id}/join', {
    onDone: () => {
      toast(words.joined(may_be.name))
      onClose()
    },
  })
  return (
    <Confirm
      title={words.joinTitle(withDigits(account), withDigits(may_be))}
      action={words.join}
      busy={join.isPending}
      error={join.error}
      onConfirm={() => join.send({ params: { id }, body: { account_id: may_be.account_id } })}
      onClose={onClose}
    >
      {words.joinWords}
    </Confirm>
  )
}

const withDigits = ({ name, mask }: Pick<Returned, 'name' | 'mask'>) =>
  mask === null ? name : `${name} •${mask}`
