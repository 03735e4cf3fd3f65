// Applies the chosen theme and height of rows before the first paint, so that no page flashes in another one.
try {
  const theme = localStorage.getItem('earmark.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('earmark.rows') === 'comfortable')
    document.documentElement.dataset.rows = 'comfortable'
  if (localStorage.getItem('earmark.private') === '1') document.documentElement.dataset.private = ''
} catch {
  // Storage may be forbidden; then the system's theme applies.
}
