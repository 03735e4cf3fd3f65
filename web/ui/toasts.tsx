import { X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useText } from '#web/text/text.tsx'
import { Button, IconButton } from './button.tsx'
import { dismiss, listToasts, onToasts, SHOWN_MS, type Toast } from './toast.ts'
import styles from './toasts.module.css'

/** Shows the current toasts and announces them to screen readers. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, listToasts)
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastRow key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastRow({ toast }: { readonly toast: Toast }) {
  const text = useText()
  const { id, words, actions } = toast
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <div className={styles.toast}>
      <span className={styles.words}>{words}</span>
      {actions.map((action) => (
        <Button
          key={action.name}
          look="quiet"
          size="small"
          className={styles.action}
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {action.name}
        </Button>
      ))}
      <IconButton name={text.ui.close} className={styles.close} onClick={() => dismiss(id)}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
