import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useSend } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { AskBalance } from '#web/imports/ask-balance.tsx'
import { BillProposals } from '#web/proposals/bill-proposals.tsx'
import { useIsTakingBills } from '#web/proposals/take-bills.ts'
import { PaydayProposals } from '#web/proposals/payday-proposals.tsx'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './first-steps.module.css'
import { CardsStep } from './cards-step.tsx'
import { CategoriesStep } from './categories-step.tsx'
import type { HomeData } from '../home-data.ts'
import { SpendableStep } from './spendable-step.tsx'
import { Step } from './step.tsx'
import { noteBegun } from './steps.ts'

/** Leads a new household to its own number: accounts, spendable money, paydays, bills. Shown until finished or dismissed. */
export function FirstSteps({ data }: { readonly data: HomeData }) {
  const text = useText()
  const words = text.firstSteps
  const { accounts, schedules } = data.counts
  // The Expense of a covered card answers another question.
  const expenses = data.counts.expenses - data.counts.cards
  const dismiss = useSend('POST /home/first-steps/dismiss')
  const putAway = () => {
    // People who do without the steps are not congratulated on their end.
    noteBegun(null)
    dismiss.mutate({ body: {} }, { onError: (error) => toast(failureText(error, text)) })
  }
  const isTaking = useIsTakingBills()
  const hasBills = expenses > 0 && !isTaking
  // Sums of rows are not shown as money in the bank.
  const isUnsure = data.unstated.length > 0
  return (
    <Card
      title={words.title}
      aside={
        <IconButton
          name={words.dismiss}
          className={styles.away}
          busy={dismiss.isPending}
          onClick={putAway}
        >
          <X size={18} aria-hidden />
        </IconButton>
      }
    >
      <p className="soft">{words.words}</p>
      <ol className={styles.steps}>
        <Step name="money" title={words.money.title} done={accounts > 0 && !isUnsure}>
          {accounts > 0 ? <p className="soft">{words.money.done(accounts)}</p> : <WaysIn />}
          {data.unstated.map((account) => (
            <AskBalance key={account.account_id} account={account} />
          ))}
        </Step>
        {accounts > 0 && !isUnsure && <SpendableStep data={data} />}
        <CategoriesStep />
        <Step name="pay" title={words.pay.title} done={schedules > 0}>
          {schedules === 0 ? (
            <PaydayStep data={data} />
          ) : (
            <FurtherPaydays currency={data.currency} />
          )}
        </Step>
        {accounts > 0 && !isUnsure && <CardsStep data={data} />}
        <Step name="bills" title={words.bills.title} done={hasBills}>
          {!hasBills && <BillStep data={data} onSkip={putAway} />}
        </Step>
      </ol>
    </Card>
  )
}

function WaysIn() {
  const { money } = useText().firstSteps
  return (
    <Buttons>
      <Link to="/accounts" search={{ add: 'simplefin' }} className={buttonClass('primary')}>
        {money.bank}
      </Link>
      <Link to="/accounts/import" className={buttonClass()}>
        {money.file}
      </Link>
      <Link to="/accounts" search={{ add: 'manual' }} className={buttonClass()}>
        {money.hand}
      </Link>
      <Link to="/accounts/move-in" className={buttonClass()}>
        {money.move}
      </Link>
    </Buttons>
  )
}

function PaydayStep({ data }: { readonly data: HomeData }) {
  const words = useText().firstSteps.pay
  const { data: found, error, refetch } = useQuery(ask('GET /proposals'))
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!found) return <Skeleton height="60px" />
  return (
    <>
      {found.paydays.length > 0 ? (
        <PaydayProposals paydays={found.paydays} currency={data.currency} />
      ) : (
        <p className="soft">{data.counts.transactions > 0 ? words.none : words.waiting}</p>
      )}
      <Link to="/calendar" search={{ new: '1' }} className={buttonClass('plain', 'small')}>
        {words.other}
      </Link>
    </>
  )
}

/** Offers another payday, because a household may have a second earner. */
function FurtherPaydays({ currency }: { readonly currency: string }) {
  const words = useText().proposals
  const { data: found } = useQuery(ask('GET /proposals'))
  if (!found || found.paydays.length === 0) return null
  return (
    <>
      <p className="soft">{words.another}</p>
      <PaydayProposals paydays={found.paydays} currency={currency} />
    </>
  )
}

type BillProps = { readonly data: HomeData; readonly onSkip: () => void }

function BillStep({ data, onSkip }: BillProps) {
  const words = useText().firstSteps.bills
  const { data: found, error, refetch } = useQuery(ask('GET /proposals'))
  if (data.counts.schedules === 0 || data.unstated.length > 0)
    return <p className="soft">{words.waiting}</p>
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!found) return <Skeleton height="120px" />
  return (
    <>
      {found.bills.length > 0 ? (
        <BillProposals
          found={found}
          currency={data.currency}
          free={data.money[0]!.free_to_spend}
          isQuiet
        />
      ) : (
        <p className="soft">{words.none}</p>
      )}
      <Buttons>
        <Link to="/plan" search={{ do: 'new' }} className={buttonClass('plain', 'small')}>
          {words.other}
        </Link>
        {found.bills.length === 0 && data.counts.accounts > 0 && (
          <Button size="small" onClick={onSkip}>
            {words.skip}
          </Button>
        )}
      </Buttons>
    </>
  )
}
