import { useFormats, useText } from '#web/text/text.tsx'
import type { Preview } from './import.ts'

/** Says in one sentence which rows of the file are left out, why, and where they stand. Nothing if all rows count. */
export function SkippedRows({ skipped }: { readonly skipped: Preview['skipped'] }) {
  const words = useText().imports.skipped
  const { number } = useFormats()
  const all = skipped.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return null
  const parts = skipped.map(({ reason, count, lines }) => {
    const named = [...lines.map((line) => number(line)), ...(count > lines.length ? ['…'] : [])]
    const part = words.part(words.reasons[reason], count, named.join(', '))
    return skipped.length > 1 ? words.counted(count, part) : part
  })
  return <p>{words.all(all, parts.join('; '))}.</p>
}
