/** Makes the address of an operator's link. Browsers do not send the part behind `#` to any server. */
export function linkTo(
  origin: string,
  page: 'setup' | 'reset' | 'invite' | 'demo',
  token: string,
): string {
  return `${origin}/${page}#k=${token}`
}
