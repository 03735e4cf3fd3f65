/** JSON with line breaks, to be read; what is cut off or no JSON stays as it is. */
export function asReadable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
