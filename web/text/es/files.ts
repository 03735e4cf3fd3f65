import type { files as english } from '../en/files.ts'
import type { Formats } from '../formats.ts'

export const files = ({ number, plural }: Formats): ReturnType<typeof english> => ({
  line: (line, said) => `Línea ${number(line)}: ${said}`,
  reasons: {
    empty: 'El archivo está vacío.',
    not_text: 'Esto no es un archivo de texto.',
    not_statement: 'El archivo no contiene el extracto de ninguna cuenta.',
    other_markup: 'Este archivo es XML o HTML, no un extracto bancario.',
    other_kind: 'El archivo no es un extracto CSV, OFX, QFX ni CAMT.',
    qif: 'Los archivos QIF no se pueden importar. Pide a tu banco CSV u OFX.',
    notices: 'Un archivo CAMT.054 contiene avisos, no un extracto. Pide a tu banco CAMT.053.',
    trades: 'Las operaciones con valores no se pueden importar.',
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
    no_columns: 'El archivo no es un extracto: no tiene columnas.',
    columns_unnamed:
      'Ningún encabezado nombra una columna de fecha y otra de importe. Elige qué es cada columna.',
    dates_differ: ({ date }) =>
      `La fecha «${date}» no existe, o no está escrita como las anteriores.`,
    decimals_differ: ({ amount, sign, above }) =>
      `El importe «${amount}» usa «${sign}» para los decimales, pero los anteriores usan «${above}».`,
    no_date: 'Este movimiento no tiene fecha.',
    no_amount: 'Este movimiento no tiene importe.',
    date_alone: 'Esta línea tiene una fecha, pero ningún importe.',
    amount_alone: 'Esta línea tiene un importe, pero ninguna fecha.',
    no_such_date: ({ date }) => `La fecha «${date}» no existe.`,
    not_an_amount: ({ amount }) => `El importe «${amount}» no es un número.`,
    amount_ambiguous: ({ amount }) =>
      `El importe «${amount}» es ambiguo: su separador puede indicar millares o decimales.`,
    amount_too_large: ({ amount }) => `El importe «${amount}» es demasiado grande.`,
    no_direction: 'Esta línea no dice si el dinero entró o salió.',
    both_directions: 'Esta línea tiene a la vez un cargo y un abono.',
    status_unknown: ({ status }) => `No se conoce el estado «${status}».`,
    other_currency: ({ stated, currency }) =>
      `El archivo está en «${stated}», pero la cuenta está en ${currency}.`,
    several_accounts: ({ accounts }) =>
      `El archivo contiene varias cuentas: ${accounts.join(', ')}. Elige una.`,
    account_missing: ({ wanted, accounts }) =>
      accounts.length === 0
        ? `El archivo no tiene la cuenta ${wanted}, ni nombra ninguna otra.`
        : `El archivo no tiene la cuenta ${wanted}; tiene ${accounts.join(', ')}.`,
    given_up: 'La importación se interrumpió varias veces y se detuvo.',
    our_side: 'Algo ha fallado por nuestra parte. Inténtalo más tarde.',
  },
})
