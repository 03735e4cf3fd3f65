import { englishReasons } from '#/platform/contract/english-reasons.ts'
import type { Formats } from '../formats.ts'

/** Reasons why a statement file cannot be imported. The server sends the same sentences; refusals use the text of their code. */
export const files = (formats: Formats) => ({
  line: (line: number, said: string) => `Line ${formats.number(line)}: ${said}`,
  reasons: englishReasons(formats),
})
