import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Cents } from '#/core/values/cents.ts'

type Overruled = {
  readonly transactionId: string
  /** The amount that a person had set. */
  readonly set: Cents
  /** The amount that the bank reports now. */
  readonly said: Cents
}

/** Records in the audit log that the bank changed its amount, so that a person's own amount was replaced. */
export async function recordOverruled(
  writer: WriteContext,
  { transactionId, set, said }: Overruled,
): Promise<void> {
  if (set === said) return
  const caller = { ...writer.caller, memberId: null, through: 'engine' as const }
  await recordChange(
    { ...writer, caller },
    {
      action: 'transaction.amount_overruled',
      subject: { type: 'transaction', id: transactionId },
      before: { amount: set },
      after: { amount: said },
    },
  )
}
