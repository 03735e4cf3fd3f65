import { englishReasons } from '#/platform/contract/english-reasons.ts'
import type { Formats } from '../formats.ts'

/** Why a statement file cannot be imported. The server sends the same sentences; refused codes have their own words. */
export const files = (formats: Formats) => ({
  line: (line: number, said: string) => `Line ${formats.number(line)}: ${said}`,
  reasons: englishReasons(formats),
})
