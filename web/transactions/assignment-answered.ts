import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '#web/calls/changes.ts'
import { CallFailure } from '#web/calls/failure.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { toast } from '#web/ui/toast.ts'

/** Returns a function that reports a refused answer. If somebody else was quicker, it says so and refreshes the list. */
export function useReportAnswered(): (error: unknown) => void {
  const text = useText()
  const queries = useQueryClient()
  return (error) => {
    const isAnswered = error instanceof CallFailure && error.code === 'resource_not_found'
    toast(isAnswered ? text.assignments.answered : failureText(error, text))
    if (isAnswered) void refresh(queries)
  }
}
