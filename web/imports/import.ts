import type { Input, Output } from '#web/calls/operations.ts'
import type { Catalogue } from '#web/text/catalogue.ts'

export type Import = Output<'GET /imports/{id}'>
export type Preview = Output<'POST /imports/{id}/preview'>
/** The part of the reading that a person must decide, if any. */
export type Question = NonNullable<Preview['question']>
/** The corrections that a person makes to a preview; fields left out are detected by the server. */
export type PreviewChoices = NonNullable<Input<'POST /imports/{id}/preview'>['body']>
export type Mapping = NonNullable<PreviewChoices['mapping']>

/** Finds the imports of the other accounts of the same file, if several of them were chosen. */
export function siblingsOf({ id, file_name, created_at }: Import, all: readonly Import[]) {
  return all.filter((one) => {
    const isSameFile = one.file_name === file_name && one.created_at === created_at
    return isSameFile && one.id !== id && one.status === 'uploaded'
  })
}

/** Checks whether a balance is a debt, which people write without a minus. */
export function isDebt(type: string): boolean {
  return type === 'credit' || type === 'loan'
}

type Account = { readonly name: string; readonly type: string }

/** Words the question for the balance of an account. */
export function askFor({ name, type }: Account, { imports: { balance } }: Catalogue): string {
  return (isDebt(type) ? balance.askOwed : balance.ask)(name)
}
