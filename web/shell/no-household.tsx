import { Link } from '@tanstack/react-router'
import { House } from 'lucide-react'
import { useState } from 'react'
import { NewHousehold } from '#web/settings/new-household.tsx'
import { useText } from '#web/text/text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'

/** Shown after a person has left or deleted their last household; offers what they can do next. */
export function NoHousehold() {
  const text = useText()
  const words = text.shell.noHousehold
  const [making, setMaking] = useState(false)
  return (
    <>
      <Empty
        picture={House}
        title={words.title}
        actions={
          <>
            <Button look="primary" onClick={() => setMaking(true)}>
              {text.shell.newHousehold}
            </Button>
            <Link to="/settings/you" className={buttonClass()}>
              {words.you}
            </Link>
          </>
        }
      >
        {words.words}
      </Empty>
      {making && <NewHousehold onClose={() => setMaking(false)} />}
    </>
  )
}
