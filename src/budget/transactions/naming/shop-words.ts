/** Words after a shop's name that say only that it is one, and which company it belongs to, as `brandWords` splits them. */
const shopWords = new Set(
  (
    'store stores shop shops market markt supermarket supermarkets supermarkt supermercado supermercati superstore supercenter express ' +
    'online direct station stations filiale filial fil outlet app web www com net org eu co uk de fr es it nl pt dk no se pl cz be at ch ie us ca au nz ' +
    'gmbh pty ag kg ohg mbh se ltd limited plc llc inc corp sa sas sarl sl slu sau srl spa bv nv vof as asa ab aps oy oyj lda ltda sp zoo sro s a r o b v k s p z ' +
    'contactless dankt danke sagt internet retail group'
  ).split(' '),
)

export function isShopWord(word: string): boolean {
  return shopWords.has(word)
}
