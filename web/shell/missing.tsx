import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'

/** An address that leads nowhere. */
export function Missing() {
  const text = useText()
  return (
    <main>
      <Empty
        picture={Compass}
        title={text.shell.notFound}
        actions={
          <Link to="/" className={buttonClass('primary')}>
            {text.shell.goHome}
          </Link>
        }
      />
    </main>
  )
}
