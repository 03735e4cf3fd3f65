// Runs before anything is painted: the chosen theme and language, so that no page ever flashes in another.
try {
  const theme = localStorage.getItem('earmark.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('earmark.private') === '1') document.documentElement.dataset.private = ''
} catch {
  // Storage may be forbidden; the system's theme is right then.
}
