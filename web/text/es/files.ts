import type { files as english } from '../en/files.ts'
import type { OpenReading } from '#/platform/contract/file-reason.ts'
import type { Formats } from '../formats.ts'

const asColumn = (column: string | number) =>
  typeof column === 'number' ? `columna ${column}` : `columna «${column}»`

const inColumn = (column: string | number | undefined) =>
  column === undefined ? '' : ` en la ${asColumn(column)}`

const openSpanish: Readonly<Record<OpenReading, string>> = {
  spending: 'El archivo puede escribir los gastos con un menos o sin él.',
  date_order: 'El archivo puede escribir primero el día o el mes.',
  decimal: 'El archivo puede escribir los decimales con coma o con punto.',
  columns: 'Varias columnas del archivo pueden contener los importes.',
  status: 'El archivo no muestra qué filas están contabilizadas.',
}

export const files = ({ number, plural }: Formats): ReturnType<typeof english> => ({
  line: (line, said) => `Línea ${number(line)}: ${said}`,
  reasons: {
    empty: 'El archivo está vacío.',
    no_rows: 'El archivo no contiene ningún movimiento. Descarga más días.',
    not_text: 'Esto no es un archivo de texto.',
    not_statement: 'El archivo no contiene el extracto de ninguna cuenta.',
    other_markup: 'Este archivo es XML o HTML, no un extracto bancario.',
    other_kind: 'Este tipo de archivo no se puede importar. Pide a tu banco CSV, Excel u OFX.',
    pdf: 'Un PDF no se puede importar. Pide a tu banco CSV, OFX, CAMT o un libro de Excel.',
    archive: 'El archivo está comprimido. Descomprímelo y elige el extracto que contiene.',
    legacy_workbook:
      'Los libros de Excel 95 o anterior, y los XLSB, no se pueden leer. Guárdalo como XLSX o CSV y elige ese archivo.',
    password_protected:
      'El libro está protegido con una contraseña. Guárdalo sin ella y elige ese archivo.',
    unpacks_too_large:
      'El libro es demasiado grande al descomprimirlo. Descarga menos días, o un CSV.',
    workbook_damaged: 'El libro está dañado o cortado. Descárgalo de nuevo.',
    no_sheet_with_header:
      'Ninguna hoja del libro tiene un encabezado que nombre una columna de fecha y otra de importe.',
    notices:
      'Este archivo CAMT.054 no contiene movimientos, solo avisos. Pide a tu banco CAMT.053.',
    trades: 'El archivo solo contiene operaciones con valores, que no se pueden importar.',
    bank_error: ({ code, said }) =>
      said === null
        ? `El banco envió el error «${code}» en lugar de un extracto.`
        : `El banco envió el error «${code}» en lugar de un extracto: ${said}.`,
    breaks_off: 'El archivo se corta a la mitad. Descárgalo de nuevo.',
    rows_unreadable: ({ read, total }) =>
      `Solo se ${plural(read, { one: 'puede', other: 'pueden' })} leer ${number(read)} de ${number(total)} filas.`,
    document_type: 'El archivo declara un tipo de documento, y los extractos nunca lo hacen.',
    nested_too_deep: 'El archivo está anidado a demasiada profundidad.',
    follows_document: 'El archivo continúa después del final del extracto.',
    closes_nothing: ({ tag }) =>
      `El archivo no está bien formado: «${tag}» no corresponde a ninguna etiqueta abierta.`,
    text_endless: 'Este texto no termina nunca.',
    tag_endless: 'Esta etiqueta no termina nunca.',
    tag_unreadable: 'Esta etiqueta no se puede leer.',
    quote_open: 'Las comillas que se abren aquí no se cierran nunca.',
    line_too_long: 'Esta línea es demasiado larga.',
    too_many_columns: 'Esta línea tiene demasiadas columnas.',
    record_open: 'El movimiento anterior a esta línea no termina.',
    too_many_splits: 'Este movimiento tiene demasiadas partes.',
    entry_unreadable: ({ entry }) => `El apunte «${entry}» no se puede leer.`,
    balance_unreadable: ({ balance }) => `El saldo «${balance}» no se puede leer.`,
    no_columns: 'El archivo no es un extracto: no tiene columnas.',
    columns_unnamed:
      'Ningún encabezado nombra una columna de fecha y otra de importe. Elige qué es cada columna.',
    column_missing: ({ named, header }) =>
      header.length === 0
        ? `Ninguna línea del archivo nombra una columna «${named}».`
        : `El archivo no tiene la columna «${named}»; tiene ${header.map((name) => `«${name}»`).join(', ')}.`,
    reading_open: ({ kind }) => `${openSpanish[kind]} Elige la lectura correcta.`,
    dates_differ: ({ date, column }) =>
      `La fecha «${date}»${inColumn(column)} no existe, o no está escrita como las anteriores.`,
    decimals_differ: ({ amount, sign, above, column }) =>
      `El importe «${amount}»${inColumn(column)} usa «${sign}» para los decimales, pero los anteriores usan «${above}».`,
    no_date: 'Este movimiento no tiene fecha.',
    no_amount: 'Este movimiento no tiene importe.',
    date_alone: 'Esta línea tiene una fecha, pero ningún importe.',
    amount_alone: 'Esta línea tiene un importe, pero ninguna fecha.',
    no_such_date: ({ date, column }) => `La fecha «${date}»${inColumn(column)} no existe.`,
    not_an_amount: ({ amount, column }) =>
      `El importe «${amount}»${inColumn(column)} no es un número.`,
    amount_ambiguous: ({ amount, column }) =>
      `El importe «${amount}»${inColumn(column)} es ambiguo: su separador puede indicar millares o decimales.`,
    amount_too_large: ({ amount, column }) =>
      `El importe «${amount}»${inColumn(column)} es demasiado grande.`,
    no_direction: ({ word = '', column }) =>
      word === ''
        ? `Esta línea no dice${inColumn(column)} si el dinero entró o salió.`
        : `La palabra «${word}»${inColumn(column)} no dice si el dinero entró o salió.`,
    both_directions: 'Esta línea tiene a la vez un cargo y un abono.',
    status_unknown: ({ status, column }) =>
      `No se conoce el estado «${status}»${inColumn(column)}.`,
    other_currency: ({ stated, currency, column }) =>
      `El archivo está en «${stated}»${column === undefined ? '' : ` (${asColumn(column)})`}, pero la cuenta está en ${currency}.`,
    balances_differ: ({ expected, stated }) =>
      `Las cuentas del archivo no cuadran: indica ${stated}, pero sus filas llevan a ${expected}.`,
    several_accounts: ({ accounts }) =>
      `El archivo contiene varias cuentas: ${accounts.join(', ')}. Elige una.`,
    account_missing: ({ wanted, accounts }) =>
      accounts.length === 0
        ? `El archivo no tiene la cuenta ${wanted}, ni nombra ninguna otra.`
        : `El archivo no tiene la cuenta ${wanted}; tiene ${accounts.join(', ')}.`,
    move_other_files: 'Este archivo no es una exportación de la aplicación que has elegido.',
    move_twice: 'Dos archivos contienen la misma tabla. Elige uno de ellos.',
    move_columns: ({ columns }) =>
      `A la exportación le ${plural(columns.length, { one: 'falta la columna', other: 'faltan las columnas' })} ${columns.join(', ')}.`,
    move_no_account: 'Este pago no nombra ninguna cuenta.',
    move_database: 'La base de datos está dañada o no es un presupuesto de Actual.',
    move_zip_damaged: 'El archivo ZIP está dañado. Vuelve a exportarlo.',
    move_zip_large: 'El archivo ZIP contiene demasiado.',
    move_zip_encrypted: 'El archivo ZIP tiene contraseña. Expórtalo sin ella.',
    move_dates: ({ example }) =>
      `La fecha «${example}» puede leerse de dos maneras y ninguna otra lo decide. Elige el orden de día y mes.`,
    move_signs: 'El archivo no muestra si los gastos llevan un menos. Elige cómo están escritos.',
    given_up: 'La importación se interrumpió varias veces y se detuvo.',
    our_side: 'Algo ha fallado en el servidor. Inténtalo más tarde.',
  },
})
