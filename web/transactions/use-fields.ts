import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import { CallFailure } from '#web/calls/failure.ts'
import type { Input, Output } from '#web/calls/operations.ts'
import { isSame } from '#web/edits/changed-fields.ts'
import { remember } from '#web/shell/history.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Always } from './always.ts'

export type Shown = Output<'GET /transactions/{id}'>
type Body = Input<'PATCH /transactions/{id}'>['body']

/** The fields of a transaction that are typed. Null: nothing valid has been typed. */
type Typed = {
  readonly concept: string
  readonly amount: number | null
  readonly booked_at: string
  readonly notes: string | null
}

/**
 * Keeps what is typed into the fields of a transaction. `keep` stores it, as leaving the fields does; every change can be
 * undone.
 */
export function useFields(row: Shown, onAlways: (always: Always) => void) {
  const queries = useQueryClient()
  const text = useText()
  const [touched, setTouched] = useState<Partial<Typed>>({})
  const sent = useRef('')
  const params = { id: row.id }
  const show = () => call('GET /transactions/{id}', { params })
  /** Stores fields in place of those that the person has seen, and returns them as they are stored. */
  const replace = async (seen: Body, body: Body) => {
    const isSeen = isSame(fieldsOf(await show(), seen), seen)
    if (isSeen) await call('PATCH /transactions/{id}', { params, body })
    await refresh(queries)
    if (!isSeen) throw new CallFailure('edit_conflict')
    return fieldsOf(await show(), body)
  }
  const sending = useMutation({
    mutationFn: async (body: Body) => {
      const before = fieldsOf(row, body)
      const after = await replace(before, body)
      const always = body.concept !== undefined && {
        name: text.transactions.always.offer,
        run: () => onAlways({ payee: row.concept, concept: body.concept ?? null }),
      }
      remember(
        {
          words: text.transactions.done.changed(row.concept),
          undo: () => replace(after, before),
          redo: () => replace(before, after),
          ...(always && { further: always }),
        },
        text,
      )
    },
    // Keep what has been typed since then.
    onSuccess: (_, body) => setTouched((before) => without(before, body)),
    onSettled: () => {
      sent.current = ''
    },
  })
  /** True for a change that is not on its way already: a field may be left in two ways at once. */
  const isNew = (body: Body) => {
    const said = JSON.stringify(body)
    if (said === '{}' || said === sent.current) return false
    sent.current = said
    return true
  }
  const keep = (more: Body = {}) => {
    const body = { ...changesOf(row, touched), ...more }
    if (isNew(body)) sending.mutate(body)
  }
  const leave = useEffectEvent(() => {
    const body = changesOf(row, touched)
    // Nothing shows the error any more.
    if (isNew(body)) {
      sending.mutateAsync(body).catch((error: unknown) => toast(failureText(error, text)))
    }
  })
  useEffect(() => () => leave(), [])
  return {
    fields: { ...row, ...touched },
    error: sending.error,
    // A field with its first text again is not touched: it follows changes made elsewhere.
    set: (change: Partial<Typed>) => setTouched((before) => without({ ...before, ...change }, row)),
    keep,
  }
}

/** Leaves out the fields that are stored as they were typed. */
function without(
  typed: Partial<Typed>,
  stored: { readonly [Name in keyof Typed]?: Typed[Name] | undefined },
): Partial<Typed> {
  const rest: { -readonly [Name in keyof Typed]?: Typed[Name] } = { ...typed }
  for (const name of ['concept', 'amount', 'booked_at', 'notes'] as const) {
    if (rest[name] === stored[name]) delete rest[name]
  }
  return rest
}

/** Returns the typed fields that are valid and differ. */
function changesOf(row: Shown, { concept, amount, booked_at, notes }: Partial<Typed>): Body {
  return {
    ...(concept !== undefined && concept.trim() !== '' && concept !== row.concept && { concept }),
    ...(amount != null && amount !== row.amount && { amount }),
    ...(booked_at !== undefined &&
      booked_at !== '' &&
      booked_at !== row.booked_at && { booked_at }),
    ...(notes !== undefined && notes !== row.notes && { notes }),
  }
}

/** Returns the fields of a transaction that `body` names. */
function fieldsOf(row: Shown, body: Body): Body {
  const { concept, amount, booked_at, type, notes } = row
  return {
    ...('concept' in body && { concept }),
    ...('amount' in body && { amount }),
    ...('booked_at' in body && { booked_at }),
    ...('type' in body && { type }),
    ...('notes' in body && { notes }),
  }
}
