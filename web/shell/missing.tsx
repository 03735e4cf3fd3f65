import { Link } from '@tanstack/react-router'
import { Entrance } from '#web/sign-in/entrance.tsx'
import { useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'

/** Shown for an address that does not exist. */
export function Missing() {
  const text = useText().shell
  return (
    <Entrance title={text.notFound}>
      <Link to="/" className={buttonClass('primary')}>
        {text.goHome}
      </Link>
    </Entrance>
  )
}
