import type { movingIn as english } from '../en/moving-in.ts'
import type { Formats } from '../formats.ts'

export const movingIn = ({ number, plural }: Formats): ReturnType<typeof english> => {
  const payments = (count: number) =>
    `${number(count)} ${plural(count, { one: 'Umsatz', other: 'Umsätze' })}`
  return {
    title: 'Aus einer anderen App umziehen',
    back: 'Konten',
    payments,
    applications: {
      ynab: 'YNAB',
      actual: 'Actual Budget',
      monarch: 'Monarch',
      lunchmoney: 'Lunch Money',
      firefly: 'Firefly III',
      copilot: 'Copilot Money',
      mint: 'Mint',
      quicken: 'Quicken',
    },
    choose: {
      title: 'Aus welcher App kommst du?',
      words:
        'Earmark importiert deine Konten mit Salden, Kategorien und Umsätzen. Aus Budgets und Daueraufträgen werden Vorschläge.',
      how: {
        ynab: 'Wähle in YNAB „Export Plan“. Sende die ZIP-Datei, wie sie ist.',
        actual:
          'Öffne in Actual die Einstellungen und wähle „Export data“. Sende die ZIP-Datei, wie sie ist.',
        monarch:
          'Öffne in Monarch „Settings“, dann „Data“. Lade die Umsätze und die Salden herunter und sende beide.',
        lunchmoney: 'Öffne in Lunch Money „Transactions“ und wähle „Export to CSV“.',
        firefly:
          'Öffne in Firefly III „Tools“, dann „Export data“. Exportiere alles ab dem ersten Tag und sende alle Dateien.',
        copilot: 'Öffne in Copilot „Transactions“ und wähle „Export“.',
        mint: 'Sende die CSV-Datei mit deinen Umsätzen, die du aus Mint heruntergeladen hast.',
        quicken: 'Wähle in Quicken „File“, „Export“, „QIF file“, mit allen Konten.',
      },
      files: 'Exportierte Dateien',
      drop: 'Dateien hier ablegen',
      browse: 'oder auswählen',
      change: 'Andere wählen',
      look: 'Vorschau',
      reading: 'Die Dateien werden gelesen…',
      nothingYet: 'Nichts wird gespeichert, bevor du es gesehen hast.',
      noFile: 'Wähle zuerst eine Datei.',
      tooLarge: 'Dateien über 50 MB werden nicht angenommen.',
    },
    review: {
      title: (application) => `Umzug aus ${application}`,
      period: (from, to) => `${from} bis ${to}`,
      counts: {
        added: 'Neue Umsätze',
        known: 'Schon da',
        transfers: 'Gepaarte Umbuchungen',
      },
      hints: {
        added: (splits, pending) =>
          `${number(splits)} ${plural(splits, { one: 'aufgeteilter', other: 'aufgeteilte' })}, ${number(pending)} ${plural(pending, { one: 'vorgemerkter', other: 'vorgemerkte' })}`,
        known: 'aus einem früheren Umzug',
        transfers: 'zwischen deinen Konten',
      },
      categories: (count) =>
        `${number(count)} neue ${plural(count, { one: 'Kategorie', other: 'Kategorien' })}`,
      proposals: (bills, paydays) =>
        `${number(bills)} ${plural(bills, { one: 'Rechnung oder Budget', other: 'Rechnungen und Budgets' })} und ${number(paydays)} ${plural(paydays, { one: 'Zahltag', other: 'Zahltage' })} als Vorschlag`,
      dateOrder: 'Wie schreibt die Datei das Datum?',
      orders: { dmy: 'Tag zuerst', mdy: 'Monat zuerst' },
      spending: 'Wie schreibt die Datei Ausgaben?',
      signs: { minus: 'Mit Minus', plus: 'Ohne Minus' },
      go: (count) =>
        `Mit ${plural(count, { one: payments(count), other: `${number(count)} Umsätzen` })} umziehen`,
      goNone: 'Umziehen',
      discard: 'Verwerfen',
      discarded: 'Verworfen. Nichts wurde gespeichert.',
      incomplete:
        'Eine Datei fehlt oder ließ sich nicht lesen. Verwirf das und wähle die Dateien noch einmal.',
    },
    accounts: {
      title: 'Konten',
      words: 'Prüfe Arten und Salden. Wähle die Konten ab, die du nicht möchtest.',
      take: (name) => `${name} importieren`,
      kind: (name) => `Art von ${name}`,
      guessed: 'am Namen erraten',
      known: 'schon da',
      leftOut: 'ignoriert',
      balance: 'Saldo',
      setBalance: 'Saldo ändern',
      newBalance: (name) => `Saldo von ${name} nach dem letzten Umsatz`,
      apply: 'Anwenden',
      differs: (amount) => `die Dateien nennen ${amount}`,
    },
    left: {
      title: 'Ignoriert oder geändert',
      for: (names) => `zum Beispiel ${names}`,
      reasons: {
        account_left_out: (count) =>
          `${number(count)} ${plural(count, { one: 'Konto', other: 'Konten' })}, von dir ignoriert`,
        zero_amount: (count) => `${payments(count)} über null`,
        split_apart: (count) =>
          `${number(count)} ${plural(count, { one: 'Aufteilung wird', other: 'Aufteilungen werden' })} zu einzelnen Umsätzen, weil ein Teil eine Umbuchung ist oder das andere Vorzeichen hat`,
        transfer_alone: (count) =>
          `${number(count)} ${plural(count, { one: 'Umbuchung', other: 'Umbuchungen' })} ohne Gegenseite`,
        notes_shortened: (count) =>
          `${number(count)} ${plural(count, { one: 'Notiz war', other: 'Notizen waren' })} zu lang`,
        schedule_irregular: (count) =>
          `${number(count)} ${plural(count, { one: 'Plan oder Budget', other: 'Pläne oder Budgets' })} mit einem Rhythmus, den Earmark nicht unterstützt`,
        schedule_transfer: (count) =>
          `${number(count)} geplante ${plural(count, { one: 'Umbuchung', other: 'Umbuchungen' })}`,
        schedule_ended: (count) =>
          `${number(count)} ${plural(count, { one: 'beendeter Plan', other: 'beendete Pläne' })}`,
        earlier_budgets: (count) =>
          `${number(count)} ${plural(count, { one: 'Budget', other: 'Budgets' })} früherer Monate`,
        investment: (count) =>
          `${number(count)} ${plural(count, { one: 'Wertpapiergeschäft', other: 'Wertpapiergeschäfte' })}`,
        other_currency: (count) =>
          `${number(count)} ${plural(count, { one: 'Plan oder Budget', other: 'Pläne oder Budgets' })} in einer anderen Währung`,
        deleted: (count) => `${payments(count)}, dort von dir gelöscht`,
      },
    },
    progress: {
      title: 'Umzug läuft',
      words: 'Du kannst diese Seite verlassen. Der Umzug läuft weiter.',
      cancel: 'Umzug abbrechen',
    },
    report: {
      done: (count) => `Umgezogen: ${payments(count)}`,
      failed: 'Der Umzug ist fehlgeschlagen',
      cancelled: 'Der Umzug wurde abgebrochen',
      undone: 'Umzug rückgängig gemacht',
      failedWords: 'Nichts wurde gespeichert.',
      undoneWords: 'Seine Konten, Kategorien und Umsätze sind wieder weg.',
      see: 'Umsätze ansehen',
      another: 'Mit weiteren Dateien umziehen',
    },
    kept: {
      title: 'Was bleibt',
      kinds: {
        account: 'Konten',
        category: 'Kategorien',
        payment: 'Umsätze',
        expense: 'Rücklagen',
        payday: 'Zahltage',
      },
      reasons: {
        changed: 'du hast sie seitdem geändert',
        in_use: 'sie werden anderswo verwendet',
        accepted: 'du hast sie aus Vorschlägen angelegt',
      },
      line: ({ kind, count, reason, names }) =>
        `${kind}: ${number(count)}, denn ${reason} (${names})`,
      remove: 'Auch diese Umsätze entfernen',
    },
    undo: {
      button: 'Umzug rückgängig machen',
      title: 'Diesen Umzug rückgängig machen?',
      words:
        'Earmark entfernt seine Konten, Kategorien, Umsätze und Vorschläge. Was du seitdem geändert hast, bleibt.',
      done: 'Umzug rückgängig gemacht',
      shortName: (name) => `Umzug aus ${name} rückgängig machen`,
      short: 'Rückgängig',
    },
    past: {
      title: 'Frühere Umzüge',
      states: {
        uploaded: 'Entwurf',
        queued: 'wartet',
        running: 'läuft',
        done: 'umgezogen',
        failed: 'fehlgeschlagen',
        cancelled: 'abgebrochen',
        undone: 'rückgängig gemacht',
      },
      show: 'Anzeigen',
      showName: (name) => `Umzug aus ${name} anzeigen`,
    },
  }
}
