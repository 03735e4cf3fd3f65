import type { devices as english } from '../en/devices.ts'

/** Texts of setting up a phone. They are loaded with its screens. */
export const devices: typeof english = {
  title: 'Handy einrichten',
  words: 'Zahlungen erscheinen in Earmark, sobald du mit dem Handy zahlst.',
  numberTitle: 'Dein Betrag auf dem Handy',
  numberWords: 'Frei verfügbar auf dem Home-Bildschirm, im Widget oder von Siri.',
  missingTitle: 'Noch nichts einzurichten',
  missing:
    'Öffne in Earmark die Konten, wähle „Gerät hinzufügen“ und scanne den QR-Code mit diesem Handy.',
  add: {
    title: 'Gerät hinzufügen',
    next: 'Weiter',
    readyTitle: 'Mit dem Handy scannen',
    scan: 'Öffne die Kamera und richte sie hierher. Die Schritte öffnen sich auf deinem Handy, alles fertig zum Kopieren.',
    qr: 'QR-Code mit der Adresse der Schritte',
    open: 'Schritte hier öffnen',
    token: 'Geräte-Token',
    key: 'API-Schlüssel, nur lesen',
    once: 'Wird nur einmal angezeigt. Wer es hat, kann Zahlungen hinzufügen, sonst nichts.',
    keyOnce: 'Wird nur einmal angezeigt. Wer ihn hat, kann dein Budget lesen, aber nichts ändern.',
    address: 'Adresse von Earmark',
    addressHint: 'So, wie dein Handy sie erreicht.',
    done: 'Fertig',
    number: 'Betrag auf einem Handy zeigen',
    numberWords:
      'Das erstellt einen API-Schlüssel, der nur lesen kann. Du kannst ihn jederzeit unter „Entwicklung“ widerrufen.',
    keyName: 'Handy: frei verfügbar',
  },
  address: {
    unreadable: 'Gib eine Adresse wie https://earmark.example.com ein.',
    local:
      'Dein Handy erreicht „localhost“ nicht. Gib den Namen oder die Adresse dieses Computers in deinem Netz ein, etwa http://192.168.1.20:3000.',
    plain:
      'Ohne https können andere im selben Netz das Token lesen. Zu Hause geht es, unterwegs nicht: Verwende https oder ein VPN wie WireGuard oder Tailscale.',
    home: 'Diese Adresse funktioniert nur zu Hause. Unterwegs erreichen Zahlungen Earmark über ein VPN wie WireGuard oder Tailscale.',
    good: 'Funktioniert überall, wo dein Handy Verbindung hat.',
  },
  live: {
    waiting: 'Wartet auf die erste Zahlung…',
    arrived: 'Erste Zahlung angekommen',
    from: (card) => `Mit ${card} bezahlt. Sie steht unter Umsätze.`,
    stopped: 'Earmark nimmt dieses Token nicht mehr an.',
  },
  platform: 'Dein Handy',
  platforms: {
    iphone: 'iPhone',
    tasker: 'Android: Tasker',
    http: 'Android: HTTP Shortcuts',
  },
  about: {
    iphone: 'Braucht iOS 17 oder neuer und eine Karte in Apple Wallet. Nichts zu installieren.',
    tasker:
      'Liest nach jeder Zahlung die Benachrichtigung von Google Wallet. MacroDroid und Automate können dieselbe Anfrage senden.',
    http: 'Eine Taste auf dem Startbildschirm für Bargeld und für Karten ohne Benachrichtigung. Frei und quelloffen.',
  },
  step: (number) => `Schritt ${number}`,
  iphone: {
    automation: {
      title: 'Neue Automation',
      words:
        'Öffne Kurzbefehle, dann Automation, dann +. Wähle Wallet (iOS 17: Transaktion), wähle deine Karten, dann „Sofort ausführen“, und tippe auf Weiter.',
    },
    action: {
      title: '„Inhalte von URL abrufen“ hinzufügen',
      words: 'Wähle „Neue leere Automation“, suche nach dieser Aktion und füge die Adresse ein.',
    },
    method: {
      title: 'Methode und Header',
      words: 'Tippe auf den Pfeil. Stelle die Methode auf POST und füge einen Header hinzu.',
    },
    body: {
      title: 'Anfragetext: JSON',
      words:
        'Füge vier Felder vom Typ Text hinzu. Füge in die letzten drei die Kurzbefehleingabe ein, tippe darauf und wähle die Eigenschaft.',
    },
    pay: {
      title: 'Mit dem Handy bezahlen',
      words:
        'Die Zahlung erscheint hier in Sekunden. Manche Läden senden keinen Betrag; dann wird nichts hinzugefügt.',
    },
    parts: { merchant: 'Händler', amount: 'Betrag', card: 'Karte oder Ausweis' },
  },
  tasker: {
    profile: {
      title: 'Neues Profil: Benachrichtigung',
      words:
        'Profile, dann +, dann Ereignis, UI, Benachrichtigung. Wähle als Eigentümer-App Google Wallet und erlaube Tasker, Benachrichtigungen zu lesen.',
    },
    split: {
      title: 'Den Text zerlegen',
      words:
        'Eine Benachrichtigung lautet „12,50 € mit Visa ••1234“. Füge zwei Aktionen hinzu: Variable Set und Variable Split, mit dem Wort deiner Sprache zwischen Betrag und Karte.',
      splitter: ' mit ',
      set: 'Variable Set',
      splitName: 'Variable Split',
      to: 'To',
      by: 'Splitter',
    },
    request: {
      title: '„HTTP Request“ hinzufügen',
      words: 'Unter Net. Kopiere jede Zeile in ihr Feld.',
      content: 'Content-Type',
    },
    pay: { title: 'Mit dem Handy bezahlen', words: 'Die Zahlung erscheint hier in Sekunden.' },
  },
  http: {
    create: {
      title: 'Neue Verknüpfung',
      words:
        'Tippe in HTTP Shortcuts auf +, dann auf „Regular HTTP Shortcut“. Stelle Methode und Adresse ein.',
    },
    headers: { title: 'Header der Anfrage', words: 'Füge einen Header hinzu.' },
    body: {
      title: 'Inhalt der Anfrage',
      words:
        'Eigener Text vom Typ application/json. Ersetze jeden Teil in Großbuchstaben durch eine Variable der App: Texteingabe für die ersten beiden, fest für die Karte.',
    },
    pay: {
      title: 'Antippen',
      words: 'Lege sie auf den Startbildschirm. Sie fragt nach Laden und Betrag und sendet beides.',
    },
    parts: { merchant: 'HÄNDLER', amount: 'BETRAG', card: 'KARTE' },
  },
  number: {
    create: {
      title: 'Neuer Kurzbefehl',
      words:
        'Öffne Kurzbefehle, tippe auf +, füge „Inhalte von URL abrufen“ hinzu und füge die Adresse ein.',
    },
    header: { title: 'Header hinzufügen', words: 'Tippe auf den Pfeil. Die Methode bleibt GET.' },
    read: {
      title: 'Betrag lesen',
      words:
        'Füge „Wörterbuchwert abrufen“ für diesen Schlüssel hinzu, dann „Berechnen“, um aus Cent Geld zu machen.',
      key: 'Schlüssel',
      calculate: 'Berechnen',
    },
    show: {
      title: 'Betrag zeigen',
      words:
        'Füge „Ergebnis anzeigen“ hinzu und nenne den Kurzbefehl „Frei verfügbar“. Lege ihn auf den Home-Bildschirm, ins Kurzbefehle-Widget, auf deine Uhr, oder frag Siri danach.',
    },
    script: {
      title: 'Antwort zeigen',
      words:
        'Füge unter Scripting bei „Run on Success“ diese Zeile hinzu. Lege die Verknüpfung dann auf den Startbildschirm.',
      name: 'Skript',
    },
  },
  labels: {
    url: 'Adresse',
    method: 'Methode',
    header: 'Header',
    value: 'Wert',
    body: 'Inhalt',
    text: 'Text',
    input: 'Kurzbefehleingabe',
  },
}
