const KEY = 'earmark.plan.collapsed'

/** True if the group was collapsed on the last visit. */
export function isCollapsed(group: string): boolean {
  return readAll().includes(group)
}

export function rememberCollapsed(group: string, collapsed: boolean): void {
  const others = readAll().filter((one) => one !== group)
  try {
    localStorage.setItem(KEY, [...others, ...(collapsed ? [group] : [])].join(' '))
  } catch {
    // Storage may be forbidden: the choice lasts until the page is closed.
  }
}

/** Clears the stored choices at sign-out, because they belong to the person. */
export function forgetCollapsed(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Storage may be forbidden; then nothing was stored.
  }
}

function readAll(): readonly string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean)
  } catch {
    return []
  }
}
