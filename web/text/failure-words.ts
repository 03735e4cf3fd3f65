import type { Detail } from '#/platform/contract/detail.ts'
import type { FileReason } from '#/platform/contract/file-reason.ts'

type Named = { readonly name: string }

/** Texts by name: a sentence, or a function that builds one from the numbers and texts of the detail. */
type WordsOf<T extends Named> = {
  readonly [N in T['name']]:
    | (Exclude<keyof Extract<T, { name: N }>, 'name'> extends never ? string : never)
    | ((said: Extract<T, { name: N }>) => string)
}

/** Texts of details. A file's own reason has its text in `FileWords`. */
export type DetailWords = WordsOf<Exclude<Detail, { name: 'file_unreadable' }>>
/** Texts of file reasons. A refusal by the service has the text of its code. */
export type FileWords = WordsOf<Exclude<FileReason, { name: 'refused' }>>
