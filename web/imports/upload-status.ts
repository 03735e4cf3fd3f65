import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refresh } from '#web/calls/changes.ts'
import type { Tone } from '#web/ui/badge.tsx'
import type { Import } from './import.ts'

/** The states of uploaded files, statements and moves alike. */
export type UploadStatus = Import['status']

export const tones: Readonly<Record<UploadStatus, Tone>> = {
  uploaded: 'warn',
  queued: 'neutral',
  running: 'neutral',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  undone: 'neutral',
}

/** Checks whether a worker takes the files in, or is about to. */
export function isUnderWay(upload: { readonly status: UploadStatus } | undefined): boolean {
  return upload?.status === 'queued' || upload?.status === 'running'
}

/** Refetches all data once a worker has taken the files in. */
export function useRefreshWhenDone(upload: { readonly status: UploadStatus } | undefined) {
  const queries = useQueryClient()
  const underWay = isUnderWay(upload)
  const [wasUnderWay, setWasUnderWay] = useState(underWay)
  useEffect(() => {
    if (underWay === wasUnderWay) return
    setWasUnderWay(underWay)
    if (!underWay) void refresh(queries)
  }, [underWay, wasUnderWay, queries])
}
