let dropped: File | null = null

/** Hands a file over to the screen that imports it. */
export function hand(file: File): void {
  dropped = file
}

export function handed(): File | null {
  return dropped
}

/** Forgets it, once it is somebody's. */
export function letGo(): void {
  dropped = null
}
