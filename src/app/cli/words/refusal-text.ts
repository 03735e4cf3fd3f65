/** Writes a refusal, and names its parameter unless its message does. */
export function refusalText(message: string, param: string | undefined): string {
  return param === undefined || message.includes(`\`${param}\``) ? message : `${param}: ${message}`
}
