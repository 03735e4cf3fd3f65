import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isSpendable } from '#/core/values/spendable.ts'
import { call } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Money } from '#web/ui/money.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Form } from '#web/ui/stack.tsx'
import styles from './first-steps.module.css'
import type { HomeData } from '../home-data.ts'
import { Step } from './step.tsx'

type Account = Output<'GET /accounts'>[number]

/** Asks which accounts count as money in the bank. Done once each account is answered or the proposal is accepted. */
export function SpendableStep({ data }: { readonly data: HomeData }) {
  const words = useText().firstSteps.spendable
  const { money } = useFormats()
  const { data: accounts, error, refetch } = useQuery(ask('GET /accounts'))
  const { data: settings } = useQuery(ask('GET /settings'))
  const asked = accounts?.filter(isAskedAbout) ?? []
  const isOpen = !accounts || asked.some(({ spendable }) => spendable === null)
  return (
    <Step title={words.title} done={!isOpen}>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : !accounts || !settings ? (
        <Skeleton height="90px" />
      ) : isOpen ? (
        <SpendableForm
          accounts={asked}
          currency={data.currency}
          cashTypes={settings.free_to_spend.account_types}
        />
      ) : (
        <p className="soft money">{words.inBank(money(data.money[0]!.cash, data.currency))}</p>
      )}
    </Step>
  )
}

/** Debts are never money to spend, so they are not asked about. */
function isAskedAbout({ type, subscribed, closed_at }: Account): boolean {
  return subscribed && closed_at === null && type !== 'credit' && type !== 'loan'
}

type Props = {
  readonly accounts: readonly Account[]
  readonly currency: string
  readonly cashTypes: readonly string[]
}

function SpendableForm({ accounts, currency, cashTypes }: Props) {
  const words = useText().firstSteps.spendable
  const { money } = useFormats()
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const counts = (account: Account) =>
    changed.get(account.id) ?? isSpendable({ ...account, cashTypes })
  const counted = accounts.filter((account) => account.currency === currency && counts(account))
  const together = counted.reduce((sum, { balance }) => sum + balance, 0)
  const save = useSaveSpendable()
  return (
    <Form onSubmit={() => save.mutate(accounts.map((one) => [one, counts(one)]))}>
      <p className="soft">{words.words}</p>
      {save.error && <Failed error={save.error} />}
      <ul className={styles.accounts} aria-label={words.title}>
        {accounts.map((account) => (
          <li key={account.id}>
            <Checkbox
              label={account.mask === null ? account.name : `${account.name} •${account.mask}`}
              checked={counts(account)}
              onChange={({ target }) =>
                setChanged(new Map(changed).set(account.id, target.checked))
              }
            />
            <Money cents={account.balance} currency={account.currency} />
          </li>
        ))}
      </ul>
      <div className={styles.answer}>
        <p className="soft money">{words.inBank(money(together, currency))}</p>
        <Button look="primary" type="submit" busy={save.isPending}>
          {words.save}
        </Button>
      </div>
    </Form>
  )
}

function useSaveSpendable() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (said: readonly (readonly [Account, boolean])[]) => {
      for (const [{ id, updated_at, ...now }, spendable] of said) {
        if (now.spendable === spendable) continue
        const body = { spendable, expected_updated_at: updated_at }
        await call('PATCH /accounts/{id}', { params: { id }, body })
      }
    },
    onSettled: () => refresh(queries),
  })
}
