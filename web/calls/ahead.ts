import { call } from './call.ts'
import type { Told } from './operations.ts'

let home: Promise<Told<'GET /home'>> | null = null

/** The first screen's data, asked for once however many ask for it while the page begins. */
export function askHome(): Promise<Told<'GET /home'>> {
  home ??= call('GET /home')
  return home
}
