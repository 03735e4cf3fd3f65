import { useSyncExternalStore } from 'react'

const phone = window.matchMedia('(max-width: 640px)')

/** True if the window is as narrow as a phone's, so that a row needs two lines. */
export function usePhone(): boolean {
  return useSyncExternalStore(follow, () => phone.matches)
}

function follow(listener: () => void): () => void {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}
