import type { files as english } from '../en/files.ts'
import type { OpenReading } from '#/platform/contract/file-reason.ts'
import type { Formats } from '../formats.ts'

const asColumn = (column: string | number) =>
  typeof column === 'number' ? `Spalte ${column}` : `Spalte „${column}“`

const inColumn = (column: string | number | undefined) =>
  column === undefined ? '' : ` in ${asColumn(column)}`

const openGerman: Readonly<Record<OpenReading, string>> = {
  spending: 'Die Datei schreibt Ausgaben vielleicht mit, vielleicht ohne Minus.',
  date_order: 'Die Datei schreibt vielleicht den Tag, vielleicht den Monat zuerst.',
  decimal: 'Die Datei schreibt Dezimalstellen vielleicht mit Komma, vielleicht mit Punkt.',
  columns: 'Mehrere Spalten der Datei könnten die Beträge enthalten.',
  status: 'Die Datei zeigt nicht, welche Zeilen gebucht sind.',
}

export const files = ({ number, plural }: Formats): ReturnType<typeof english> => ({
  line: (line, said) => `Zeile ${number(line)}: ${said}`,
  reasons: {
    empty: 'Die Datei ist leer.',
    no_rows: 'Die Datei enthält keine Umsätze. Lade mehr Tage herunter.',
    not_text: 'Das ist keine Textdatei.',
    not_statement: 'Die Datei enthält keinen Kontoauszug.',
    other_markup: 'Diese Datei ist XML oder HTML, kein Kontoauszug.',
    other_kind:
      'Diese Art von Datei lässt sich nicht importieren. Frag deine Bank nach CSV, Excel oder OFX.',
    pdf: 'Ein PDF lässt sich nicht importieren. Frag deine Bank nach CSV, OFX, CAMT oder einer Excel-Datei.',
    archive: 'Die Datei ist ein Archiv. Entpacke sie und wähle den Auszug darin.',
    legacy_workbook:
      'Arbeitsmappen aus Excel 95 und älter sowie XLSB lassen sich nicht lesen. Speichere sie als XLSX oder CSV und wähle diese Datei.',
    password_protected:
      'Die Arbeitsmappe ist mit einem Passwort geschützt. Speichere sie ohne und wähle diese Datei.',
    unpacks_too_large:
      'Die Arbeitsmappe ist entpackt zu groß. Lade weniger Tage herunter, oder CSV.',
    workbook_damaged:
      'Die Arbeitsmappe ist beschädigt oder abgeschnitten. Lade sie noch einmal herunter.',
    no_sheet_with_header:
      'Kein Blatt der Arbeitsmappe hat eine Kopfzeile mit einer Datums- und einer Betragsspalte.',
    notices:
      'Diese CAMT.054-Datei enthält keine Buchungen, nur Avise. Frag deine Bank nach CAMT.053.',
    trades: 'Die Datei enthält nur Wertpapiergeschäfte. Die lassen sich nicht importieren.',
    bank_error: ({ code, said }) =>
      said === null
        ? `Die Bank hat statt eines Auszugs den Fehler „${code}“ gesendet.`
        : `Die Bank hat statt eines Auszugs den Fehler „${code}“ gesendet: ${said}.`,
    breaks_off: 'Die Datei bricht mittendrin ab. Lade sie noch einmal herunter.',
    rows_unreadable: ({ read, total }) =>
      `Nur ${number(read)} von ${number(total)} ${plural(total, { one: 'Zeile', other: 'Zeilen' })} ${plural(read, { one: 'lässt', other: 'lassen' })} sich lesen.`,
    document_type: 'Die Datei deklariert einen Dokumenttyp, was Kontoauszüge nie tun.',
    nested_too_deep: 'Die Datei ist zu tief verschachtelt.',
    follows_document: 'Nach dem Ende des Auszugs geht die Datei noch weiter.',
    closes_nothing: ({ tag }) =>
      `Die Datei ist nicht wohlgeformt: „${tag}“ passt zu keinem öffnenden Tag.`,
    text_endless: 'Dieser Text endet nie.',
    tag_endless: 'Dieses Tag endet nie.',
    tag_unreadable: 'Dieses Tag lässt sich nicht lesen.',
    quote_open: 'Das Anführungszeichen, das hier beginnt, wird nie geschlossen.',
    line_too_long: 'Diese Zeile ist zu lang.',
    too_many_columns: 'Diese Zeile hat zu viele Spalten.',
    record_open: 'Der Umsatz über dieser Zeile endet nicht.',
    too_many_splits: 'Dieser Umsatz hat zu viele Teile.',
    entry_unreadable: ({ entry }) => `Der Eintrag „${entry}“ lässt sich nicht lesen.`,
    balance_unreadable: ({ balance }) => `Der Saldo „${balance}“ lässt sich nicht lesen.`,
    no_columns: 'Die Datei ist kein Kontoauszug: Sie hat keine Spalten.',
    columns_unnamed:
      'Keine Kopfzeile nennt eine Datums- und eine Betragsspalte. Wähle die Spalten selbst.',
    column_missing: ({ named, header }) =>
      header.length === 0
        ? `Keine Zeile der Datei nennt eine Spalte „${named}“.`
        : `Die Datei hat keine Spalte „${named}“; sie hat ${header.map((name) => `„${name}“`).join(', ')}.`,
    reading_open: ({ kind }) => `${openGerman[kind]} Wähle, welche Lesart stimmt.`,
    dates_differ: ({ date, column }) =>
      `Das Datum „${date}“${inColumn(column)} gibt es nicht, oder es ist anders geschrieben als die Daten darüber.`,
    decimals_differ: ({ amount, sign, above, column }) =>
      `Der Betrag „${amount}“${inColumn(column)} verwendet „${sign}“ für Dezimalstellen, die Beträge darüber aber „${above}“.`,
    no_date: 'Dieser Umsatz hat kein Datum.',
    no_amount: 'Dieser Umsatz hat keinen Betrag.',
    date_alone: 'Diese Zeile hat ein Datum, aber keinen Betrag.',
    amount_alone: 'Diese Zeile hat einen Betrag, aber kein Datum.',
    no_such_date: ({ date, column }) => `Das Datum „${date}“${inColumn(column)} gibt es nicht.`,
    not_an_amount: ({ amount, column }) =>
      `Der Betrag „${amount}“${inColumn(column)} ist keine Zahl.`,
    amount_ambiguous: ({ amount, column }) =>
      `Der Betrag „${amount}“${inColumn(column)} ist mehrdeutig: Sein Trennzeichen kann Tausender oder Dezimalstellen trennen.`,
    amount_too_large: ({ amount, column }) =>
      `Der Betrag „${amount}“${inColumn(column)} ist zu groß.`,
    no_direction: ({ word = '', column }) =>
      word === ''
        ? `Diese Zeile sagt${inColumn(column)} nicht, ob Geld ein- oder ausging.`
        : `Das Wort „${word}“${inColumn(column)} sagt nicht, ob Geld ein- oder ausging.`,
    both_directions: 'Diese Zeile hat sowohl ein Soll als auch ein Haben.',
    status_unknown: ({ status, column }) =>
      `Der Status „${status}“${inColumn(column)} ist unbekannt.`,
    other_currency: ({ stated, currency, column }) =>
      `Die Datei ist in „${stated}“${column === undefined ? '' : ` (${asColumn(column)})`}, das Konto aber in ${currency}.`,
    balances_differ: ({ expected, stated }) =>
      `Die Datei geht nicht auf: Sie nennt ${stated}, aber ihre Zeilen ergeben ${expected}.`,
    several_accounts: ({ accounts }) =>
      `Die Datei enthält mehrere Konten: ${accounts.join(', ')}. Wähle eines.`,
    account_missing: ({ wanted, accounts }) =>
      accounts.length === 0
        ? `Die Datei hat kein Konto ${wanted} und nennt auch kein anderes.`
        : `Die Datei hat kein Konto ${wanted}; sie hat ${accounts.join(', ')}.`,
    move_other_files: 'Diese Datei ist kein Export der Anwendung, die du gewählt hast.',
    move_twice: 'Zwei Dateien enthalten dieselbe Tabelle. Wähle eine davon.',
    move_columns: ({ columns }) =>
      `Dem Export ${plural(columns.length, { one: 'fehlt die Spalte', other: 'fehlen die Spalten' })} ${columns.join(', ')}.`,
    move_no_account: 'Diese Zahlung nennt kein Konto.',
    move_database: 'Die Datenbank ist beschädigt oder kein Budget aus Actual.',
    move_zip_damaged: 'Die ZIP-Datei ist beschädigt. Exportiere sie noch einmal.',
    move_zip_large: 'Die ZIP-Datei enthält zu viel.',
    move_zip_encrypted: 'Die ZIP-Datei hat ein Passwort. Exportiere sie ohne.',
    move_dates: ({ example }) =>
      `Das Datum „${example}“ lässt sich auf zwei Arten lesen, und kein anderes Datum entscheidet es. Wähle die Reihenfolge von Tag und Monat.`,
    move_signs:
      'Die Datei zeigt nicht, ob Ausgaben ein Minus haben. Wähle, wie sie geschrieben sind.',
    given_up: 'Der Import wurde mehrmals unterbrochen und beendet.',
    our_side: 'Auf dem Server ist etwas schiefgegangen. Versuche es später noch einmal.',
  },
})
