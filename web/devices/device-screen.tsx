import { useEffect, useState } from 'react'
import styles from './devices.module.css'
import { Guide } from './guide.tsx'
import { type Handed, readHanded } from './link.ts'
import { Live } from './live.tsx'
import { type Arrival, watchArrival } from './watch-arrival.ts'
import { useDeviceWords } from './words.ts'

const KEY = 'earmark.handed'

/** The steps on the phone that scanned the code. Nobody is signed in there. */
export function DeviceScreen() {
  const words = useDeviceWords()
  const [handed] = useState(takeHanded)
  const title =
    handed === null
      ? words.missingTitle
      : handed.kind === 'number'
        ? words.numberTitle
        : words.title
  useEffect(() => {
    document.title = `${title} · Earmark`
  }, [title])
  if (handed === null) {
    return (
      <main className={styles.screen}>
        <Head title={words.missingTitle} words={words.missing} />
      </main>
    )
  }
  return (
    <main className={styles.screen}>
      <Head title={title} words={handed.kind === 'number' ? words.numberWords : words.words} />
      {handed.kind === 'payments' && <Arrived token={handed.secret} />}
      <Guide address={location.origin} handed={handed} />
    </main>
  )
}

function Head({ title, words }: { readonly title: string; readonly words: string }) {
  return (
    <header>
      <img src="/icon.svg" width="40" height="40" alt="" />
      <h1>{title}</h1>
      <p className="soft">{words}</p>
    </header>
  )
}

function Arrived({ token }: { readonly token: string }) {
  const { live } = useDeviceWords()
  const [arrival, setArrival] = useState<Arrival>('waiting')
  useEffect(() => watchArrival(token, setArrival), [token])
  if (arrival === 'refused') return <p role="alert">{live.stopped}</p>
  return <Live arrived={arrival === 'arrived'} />
}

/**
 * Takes the secret out of the address, so that it stays in no history. The tab keeps it until it is closed: a phone that comes
 * back from another app may load the page again.
 */
function takeHanded(): Handed | null {
  const fresh = readHanded(location.hash)
  try {
    if (fresh !== null) {
      sessionStorage.setItem(KEY, location.hash)
      history.replaceState(history.state, '', location.pathname)
      return fresh
    }
    return readHanded(sessionStorage.getItem(KEY) ?? '')
  } catch {
    // Storage is forbidden: the secret stays in the address.
    return fresh
  }
}
