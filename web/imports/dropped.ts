let dropped: File | null = null

/** Hands a file over to the import screen. */
export function handOverFile(file: File): void {
  dropped = file
}

export function droppedFile(): File | null {
  return dropped
}

/** Forgets the file once the import screen has taken it. */
export function forgetDroppedFile(): void {
  dropped = null
}
