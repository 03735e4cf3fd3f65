let dropped: readonly File[] = []

/** Hands files over to the import screen. */
export function handOverFiles(files: readonly File[]): void {
  dropped = files
}

export function droppedFiles(): readonly File[] {
  return dropped
}

/** Forgets the files once the import screen has taken them. */
export function forgetDroppedFiles(): void {
  dropped = []
}
