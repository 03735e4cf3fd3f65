/** Saves a text as a file on the person's device. */
export function downloadText(name: string, text: string, type = 'text/plain'): void {
  downloadFile(name, new Blob([text], { type }))
}

/** Saves a file on the person's device. */
export function downloadFile(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
