import { Badge, type Tone } from '#web/ui/badge.tsx'

/** The status of an answer, in the colour of how it went. */
export function StatusBadge({ status }: { readonly status: number }) {
  const tone: Tone = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
  return <Badge tone={tone}>{status}</Badge>
}
