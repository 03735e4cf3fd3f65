import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useText } from '#web/text/text.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import styles from './more.module.css'
import { places } from './places.ts'

/** The places that the bar of a phone has no room for. */
export function More({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  return (
    <Dialog title={text.shell.more} open onClose={onClose}>
      <ul className={styles.places}>
        {places
          .filter(({ tab }) => !tab)
          .map(({ to, name, picture: Picture }) => (
            <li key={to}>
              <Link to={to} className={styles.place} onClick={onClose}>
                <Picture size={20} strokeWidth={1.9} aria-hidden />
                <span>{name(text)}</span>
                <ChevronRight size={16} aria-hidden />
              </Link>
            </li>
          ))}
      </ul>
    </Dialog>
  )
}
