import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/calls/call.ts'
import { refresh, useSend } from '#web/calls/changes.ts'
import { remember } from '#web/shell/history.ts'
import { useLanguage, useText } from '#web/text/text.tsx'

/** Begins with the usual categories and files the payments that are there, or takes them away again. Each undoes the other. */
export function useStarter() {
  const queries = useQueryClient()
  const text = useText()
  const { language } = useLanguage()
  const words = text.settings.categories
  const add = async () => {
    await call('POST /categories/starter', { body: { language } })
    await refresh(queries)
  }
  const remove = async () => {
    await call('POST /categories/starter/remove', { body: {} })
    await refresh(queries)
  }
  const begin = useSend('POST /categories/starter', {
    onDone: ({ created, filed }) => {
      const done = filed > 0 ? words.startedAndFiled(filed) : words.started(created)
      remember({ words: done, undo: remove, redo: add }, text)
    },
  })
  const drop = useSend('POST /categories/starter/remove', {
    onDone: ({ removed }) =>
      remember({ words: words.dropped(removed), undo: add, redo: remove }, text),
  })
  return {
    begin: () => begin.mutate({ body: { language } }),
    drop: () => drop.mutate({ body: {} }),
    busy: begin.isPending || drop.isPending,
    error: begin.error ?? drop.error,
  }
}
