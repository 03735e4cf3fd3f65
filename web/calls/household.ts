const KEY = 'earmark.household'

/** The household that this tab shows; null until it is known. It survives a reload and ignores choices made in other tabs. */
let household: string | null = readKept()

/**
 * False until the first answer: the browser sends the first reads early, without naming a household
 * (`src/app/web-files/early.ts`), and their answers say which household they concern.
 */
let isNamed = false

/** Returns the household that this tab shows; null if the tab has none or does not know it yet. */
export function currentHousehold(): string | null {
  return household
}

/** Sets the household that this tab shows and names it in every request from now on. */
export function setCurrentHousehold(id: string | null): void {
  household = id
  isNamed = id !== null
  keep(id)
}

/** Returns the household to name in a request, or null. Writes always name it if it is known. */
export function householdFor(method: string): string | null {
  return isNamed || method !== 'GET' ? household : null
}

/**
 * Decides if an answer to a request that named no household belongs to this tab. `shown` is the household of the answer, or
 * null. The first answer determines the household of a tab that does not know it yet.
 */
export function belongsToThisTab(shown: string | null): boolean {
  if (shown === null) return true
  const isIt = household === null || household === shown
  setCurrentHousehold(household ?? shown)
  return isIt
}

function readKept(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

function keep(id: string | null): void {
  try {
    if (id === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, id)
  } catch {
    // Storage is forbidden: the household is remembered until the page is reloaded.
  }
}
