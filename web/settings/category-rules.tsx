import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useLastSeen } from '#web/edits/use-last-seen.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Buttons, Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Category } from './category.ts'
import { EditCategoryRule } from './edit-category-rule.tsx'
import styles from './settings.module.css'

type Rule = Output<'GET /category-rules'>[number]

/** Lists the rules that name and categorise imported payments; the first matching rule applies. */
export function CategoryRules({ categories }: { readonly categories: readonly Category[] }) {
  const text = useText()
  const words = text.settings.rules
  const { data, error, refetch } = useQuery(ask('GET /category-rules'))
  const [open, setOpen] = useState<string | null>(null)
  const edited = useLastSeen(data, open)
  const apply = useSend('POST /category-rules/apply', {
    onDone: ({ changed }) => toast(words.applied(changed)),
  })
  return (
    <Card
      title={words.title}
      aside={
        <Button size="small" onClick={() => setOpen('new')}>
          <Plus size={16} aria-hidden />
          {words.add}
        </Button>
      }
      flush
    >
      <div className={styles.padded}>
        <Words>{data?.length === 0 ? words.none : words.words}</Words>
        {error && <Failed error={error} retry={() => void refetch()} />}
        {apply.error && <Failed error={apply.error} />}
      </div>
      {data && data.length > 0 && (
        <>
          <Rows label={words.title}>
            {data.map((rule, index) => (
              <RuleRow
                key={rule.id}
                rule={rule}
                category={categories.find(({ id }) => id === rule.category_id)?.name ?? null}
                all={data.map(({ id }) => id)}
                index={index}
                onEdit={() => setOpen(rule.id)}
              />
            ))}
          </Rows>
          <div className={styles.padded}>
            <Buttons>
              <Button
                size="small"
                busy={apply.isPending}
                onClick={() => apply.mutate({ body: {} })}
              >
                {words.apply}
              </Button>
            </Buttons>
          </div>
        </>
      )}
      {open !== null && (
        <EditCategoryRule
          rule={edited ?? null}
          categories={categories}
          onClose={() => setOpen(null)}
        />
      )}
    </Card>
  )
}

type RowProps = {
  readonly rule: Rule
  /** The category that the rule assigns; null: it only assigns a name. */
  readonly category: string | null
  readonly all: readonly string[]
  readonly index: number
  readonly onEdit: () => void
}

function RuleRow({ rule, category, all, index, onEdit }: RowProps) {
  const text = useText()
  const words = text.settings.rules
  const order = useSend('PUT /category-rules/order')
  const remove = useSend('DELETE /category-rules/{id}', {
    onDone: () => toast(words.removed(rule.text)),
  })
  const reportFailure = { onError: (error: unknown) => toast(failureText(error, text)) }
  const { id, updated_at } = rule
  const move = (step: 1 | -1) => {
    const ids = all.filter((one) => one !== id).toSpliced(index + step, 0, id)
    order.mutate({ body: { ids } }, reportFailure)
  }
  return (
    <Row
      title={`${words.place(index + 1)} ${words.matches[rule.match](rule.text)}`}
      detail={<RuleFacts rule={rule} category={category} />}
      actions={
        <>
          <IconButton name={words.up(rule.text)} disabled={index === 0} onClick={() => move(-1)}>
            <ArrowUp size={16} aria-hidden />
          </IconButton>
          <IconButton
            name={words.down(rule.text)}
            disabled={index === all.length - 1}
            onClick={() => move(1)}
          >
            <ArrowDown size={16} aria-hidden />
          </IconButton>
          <IconButton name={words.editOne(rule.text)} onClick={onEdit}>
            <Pencil size={16} aria-hidden />
          </IconButton>
          <IconButton
            name={words.remove(rule.text)}
            onClick={() =>
              remove.mutate(
                { params: { id }, query: { expected_updated_at: updated_at } },
                reportFailure,
              )
            }
          >
            <Trash2 size={16} aria-hidden />
          </IconButton>
        </>
      }
    />
  )
}

/** Lists what a rule does and what it is limited to. */
function RuleFacts({ rule, category }: Pick<RowProps, 'rule' | 'category'>) {
  const words = useText().settings.rules
  const { money } = useFormats()
  const { data: home } = useQuery(ask('GET /home'))
  const { data: accounts } = useQuery(ask('GET /accounts'))
  const { data: expenses } = useQuery(ask('GET /expenses'))
  const amount = (cents: number) => money(cents, home?.currency ?? 'EUR')
  const { concept, direction, min_amount: min, max_amount: max } = rule
  const account = accounts?.find((one) => one.id === rule.account_id)
  const expense = expenses?.find((one) => one.id === rule.expense_id)
  return (
    <Facts>
      {[
        category !== null && words.files(category),
        concept !== null && words.names(concept),
        expense !== undefined && words.spends(expense.name),
        direction !== null && words.directions[direction],
        account !== undefined && words.on(account.name),
        ...(min !== null && min === max
          ? [words.exactly(amount(min))]
          : [
              min !== null && words.atLeast(amount(min)),
              max !== null && words.atMost(amount(max)),
            ]),
      ]}
    </Facts>
  )
}
