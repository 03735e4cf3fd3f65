const KEY = 'earmark.household'

/**
 * The household that this tab shows; null until it knows. It outlives a reload, and nothing that is chosen in another tab
 * changes it.
 */
let household: string | null = readKept()

/**
 * Whether requests name it. The first reads do not: the browser has sent them ahead as they are (`src/app/web-files/early.ts`), and
 * what they answer says of which household it is.
 */
let isNamed = false

/** The household that this tab shows; null: it does not know yet, or there is none. */
export function actsIn(): string | null {
  return household
}

/** From now on this tab shows a household, and names it with every request. */
export function actIn(id: string | null): void {
  household = id
  isNamed = id !== null
  keep(id)
}

/** The household to name in a request; null: none. What changes something always names one that is known. */
export function householdFor(method: string): string | null {
  return isNamed || method !== 'GET' ? household : null
}

/**
 * Whether an answer to a request that named no household belongs into this tab. `shown` is the household that it is of;
 * null: of none. The first one to come says what a tab shows that did not know.
 */
export function isOfThisPage(shown: string | null): boolean {
  if (shown === null) return true
  const isIt = household === null || household === shown
  actIn(household ?? shown)
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
    // Where storage is forbidden it holds until the page is reloaded.
  }
}
