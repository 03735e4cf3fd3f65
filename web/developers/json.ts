/** Indents JSON for reading; text that is truncated or not JSON is returned unchanged. */
export function asReadable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
