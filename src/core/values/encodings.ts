/** Encodings that a person may choose if the guess is wrong, by their browser names, the likeliest first. */
export const encodings = [
  'utf-8',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'shift_jis',
  'euc-kr',
  'gb18030',
  'big5',
  'utf-16le',
  'utf-16be',
] as const
