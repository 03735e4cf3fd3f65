/** Preferences that are stored in this browser. */
export type Preference = 'theme' | 'rows' | 'private' | 'singleKeys' | 'keep'

const keyOf = (name: Preference) => `earmark.${name}`

export function readPreference(name: Preference): string | null {
  try {
    return localStorage.getItem(keyOf(name))
  } catch {
    return null
  }
}

/** Stores a preference; null restores the default. If storage is forbidden, it lasts until the page is closed. */
export function writePreference(name: Preference, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), value)
  } catch {
    // Storage is forbidden: the choice is not remembered.
  }
}
