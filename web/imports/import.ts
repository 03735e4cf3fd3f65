import type { Input, Output } from '#web/calls/operations.ts'

export type Import = Output<'GET /imports/{id}'>
export type Preview = Output<'POST /imports/{id}/preview'>
/** The part of the reading that a person must decide, if any. */
export type Question = NonNullable<Preview['question']>
/** The corrections that a person makes to a preview; fields left out are detected by the server. */
export type PreviewChoices = NonNullable<Input<'POST /imports/{id}/preview'>['body']>
export type Mapping = NonNullable<PreviewChoices['mapping']>
