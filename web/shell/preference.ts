/** What a person has chosen for this browser. */
export type Preference = 'theme' | 'private' | 'singleKeys'

const keyOf = (name: Preference) => `earmark.${name}`

export function readPreference(name: Preference): string | null {
  try {
    return localStorage.getItem(keyOf(name))
  } catch {
    return null
  }
}

/** Null: as it is by default. Where storage is forbidden the choice holds until the page is closed. */
export function writePreference(name: Preference, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), value)
  } catch {
    // Nothing is lost but the memory of it.
  }
}
