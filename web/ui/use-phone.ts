import { useSyncExternalStore } from 'react'

const phone = window.matchMedia('(max-width: 640px)')
const room = window.matchMedia('(min-width: 1200px)')

/** True if the window is as narrow as a phone's, so that a row needs two lines. */
export function usePhone(): boolean {
  return useSyncExternalStore(followPhone, () => phone.matches)
}

/** True if the window has room for details beside a list. */
export function useRoom(): boolean {
  return useSyncExternalStore(followRoom, () => room.matches)
}

const followPhone = follow(phone)
const followRoom = follow(room)

function follow(query: MediaQueryList) {
  return (listener: () => void): (() => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
}
