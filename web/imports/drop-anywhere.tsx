import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#web/text/text.tsx'
import { handOverFiles } from './dropped.ts'
import styles from './imports.module.css'

/** Makes the whole screen a drop target: the files go to `onFiles`, or else to the import screen. */
export function DropAnywhere({
  account,
  onFiles,
}: {
  readonly account?: string
  readonly onFiles?: (files: readonly File[]) => void
}) {
  const text = useText().imports
  const navigate = useNavigate()
  const [over, setOver] = useState(false)
  const take = useEffectEvent((files: readonly File[]) => {
    if (files.length === 0) return
    if (onFiles) return onFiles(files)
    handOverFiles(files)
    void navigate({ to: '/accounts/import', search: account === undefined ? {} : { account } })
  })
  useEffect(() => listen(setOver, (files) => take([...files])), [])
  if (!over) return null
  return (
    <div className={styles.over} aria-hidden>
      <p className={styles.overWords}>
        <FileUp size={22} />
        {text.dropHere}
      </p>
    </div>
  )
}

function listen(setOver: (over: boolean) => void, take: (files: FileList) => void): () => void {
  // Counts nested enter and leave events, because every element under the pointer fires them.
  let depth = 0
  const isFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
  const enter = (event: DragEvent) => {
    if (!isFile(event)) return
    depth += 1
    setOver(true)
  }
  const leave = (event: DragEvent) => {
    if (!isFile(event)) return
    depth = Math.max(0, depth - 1)
    if (depth === 0) setOver(false)
  }
  const hover = (event: DragEvent) => {
    if (isFile(event)) event.preventDefault()
  }
  const drop = (event: DragEvent) => {
    if (!isFile(event) || !event.dataTransfer) return
    event.preventDefault()
    depth = 0
    setOver(false)
    take(event.dataTransfer.files)
  }
  const heard = { dragenter: enter, dragleave: leave, dragover: hover, drop } as const
  for (const [name, hear] of Object.entries(heard))
    window.addEventListener(name, hear as EventListener)
  return () => {
    for (const [name, hear] of Object.entries(heard)) {
      window.removeEventListener(name, hear as EventListener)
    }
  }
}
