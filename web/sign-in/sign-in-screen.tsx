import { LogIn } from 'lucide-react'
import { useText } from '#web/text/text.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'

/** Where who is not signed in arrives. */
export function SignInScreen() {
  const text = useText()
  return (
    <main>
      <Page title={text.signIn.title} hideTitle>
        <Empty picture={LogIn} title={text.signIn.title}>
          {text.signIn.signedOut}
        </Empty>
      </Page>
    </main>
  )
}
