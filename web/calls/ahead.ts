import { call } from './call.ts'
import type { Output } from './operations.ts'

let home: Promise<Output<'GET /home'>> | null = null

/** Reads the first screen's data. The request is sent once, however many callers ask while the page starts. */
export function askHome(): Promise<Output<'GET /home'>> {
  home ??= call('GET /home')
  return home
}
