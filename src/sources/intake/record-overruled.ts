import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Cents } from '#/core/values/cents.ts'

type Overruled = {
  readonly transactionId: string
  /** What a person had set, and what the bank says now. */
  readonly set: Cents
  readonly said: Cents
}

/** Notes in the audit log that an amount which a person had set has given way, because the bank's own has changed since. */
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
