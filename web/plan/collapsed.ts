const KEY = 'earmark.plan.collapsed'

/** Whether a group was folded away the last time. */
export function isCollapsed(group: string): boolean {
  return readAll().includes(group)
}

export function rememberCollapsed(group: string, collapsed: boolean): void {
  const others = readAll().filter((one) => one !== group)
  try {
    localStorage.setItem(KEY, [...others, ...(collapsed ? [group] : [])].join(' '))
  } catch {
    // Storage may be forbidden: it holds until the page is closed.
  }
}

/** When somebody signs out: the names of their groups are theirs. */
export function forgetCollapsed(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Storage may be forbidden; nothing was kept then.
  }
}

function readAll(): readonly string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean)
  } catch {
    return []
  }
}
