import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import { CallFailure, isConflict } from '#web/calls/failure.ts'
import type { Input, Output } from '#web/calls/operations.ts'
import { changedFields } from '#web/edits/changed-fields.ts'
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
  const text = useText()
  const [touched, setTouched] = useState<Partial<Typed>>({})
  const sent = useRef('')
  /** Fields that were refused because of another person. They are sent again once they are edited again. */
  const refused = useRef<Body>({})
  const edited = () => changedFields(refused.current, changesOf(row, touched))
  const replace = useReplace(row.id)
  const sending = useMutation({
    mutationFn: async (body: Body) => {
      const { before, after } = await replace(fieldsOf(row, body), body)
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
    onError: (error, body) => {
      if (isConflict(error)) refused.current = { ...refused.current, ...body }
    },
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
    const body = { ...edited(), ...more }
    if (isNew(body)) sending.mutate(body)
  }
  const leave = useEffectEvent(() => {
    const body = edited()
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
    set: (change: Partial<Typed>) => {
      for (const name of Object.keys(change)) delete refused.current[name as keyof Typed]
      setTouched((before) => without({ ...before, ...change }, row))
    },
    keep,
  }
}

/**
 * Stores fields of a transaction in place of others, unless somebody else has changed these. Returns both as they are stored.
 * The hook remembers what it has stored, because the page may show it later than the person goes on.
 */
function useReplace(id: string) {
  const queries = useQueryClient()
  const own = useRef<Body>({})
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const replace = async (seen: Body, body: Body) => {
    const show = () => call('GET /transactions/{id}', { params: { id } })
    const before = fieldsOf(await show(), body)
    const others = changedFields(seen, before)
    if (Object.keys(changedFields(own.current, others)).length > 0) {
      throw new CallFailure('edit_conflict')
    }
    await call('PATCH /transactions/{id}', { params: { id }, body })
    // It is stored, even if it cannot be read again.
    const after = await show().then(
      (now) => fieldsOf(now, body),
      () => body,
    )
    own.current = { ...own.current, ...after }
    return { before, after }
  }
  return async (seen: Body, body: Body) => {
    // In turn: a person who leaves two fields quickly must not be taken for somebody else.
    const turn = last.current.then(() => replace(seen, body))
    last.current = turn.catch(() => {})
    const stored = await turn.catch(async (error: unknown) => {
      if (isConflict(error)) await refresh(queries)
      throw error
    })
    await refresh(queries)
    return stored
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
