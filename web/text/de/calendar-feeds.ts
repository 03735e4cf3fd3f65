import type { calendarFeeds as english } from '#web/text/en/calendar-feeds.ts'

export const calendarFeeds = (): ReturnType<typeof english> => ({
  title: 'In deinem eigenen Kalender',
  words:
    'Kalenderprogramme lesen Rechnungen, Zahltage und Tiefpunkte über eine geheime Adresse. Sie öffnet nur diesen Kalender.',
  none: 'Noch keine Adresse.',
  add: 'Neue Adresse',
  create: 'Adresse erstellen',
  name: 'Name des Kalenders',
  kinds: 'Zeigen',
  kind: { bills: 'Rechnungen', paydays: 'Zahltage', low_points: 'Tiefpunkte des freien Geldes' },
  amounts: 'Mit Beträgen',
  amountsHint: 'Lass sie in einem Kalender weg, den andere sehen, etwa bei der Arbeit.',
  ahead: 'Monate voraus',
  back: 'Monate zurück',
  alarm: 'Erinnerung an Rechnungen',
  noAlarm: 'Keine',
  alarmDays: (days) =>
    days === 0 ? 'Am Tag selbst, um 9:00' : days === 1 ? 'Am Tag davor' : `${days} Tage davor`,
  read: (moment) => `zuletzt gelesen ${moment}`,
  neverRead: 'nie gelesen',
  noAmounts: 'ohne Beträge',
  revoked: 'Widerrufen',
  revoke: 'Widerrufen',
  revokeTitle: (name) => `Die Adresse von ${name} widerrufen?`,
  revokeWords:
    'Programme, die sie lesen, hören beim nächsten Versuch auf. Ereignisse, die sie schon haben, können bleiben.',
  shown: 'Die Adresse deines Kalenders',
  shownWords:
    'Sie wird nur jetzt gezeigt. Wer sie hat, kann diesen Kalender lesen: Veröffentliche sie nicht, und widerrufe sie, wenn es geschehen ist.',
  done: 'Ich habe sie eingetragen',
  open: 'Im Kalender dieses Geräts öffnen',
  qr: 'QR-Code der Adresse',
  steps: [
    ['Apple', 'Den Code mit dem iPhone scannen, oder am Mac: Ablage → Neues Kalenderabonnement.'],
    [
      'Google',
      'Am Computer: Weitere Kalender → + → Per URL. Google liest sie von eigenen Servern, etwa einmal am Tag; sie muss also aus dem Internet über https erreichbar sein.',
    ],
    ['Thunderbird', 'Neuer Kalender → Im Netzwerk → Adresse einfügen; ohne Benutzernamen.'],
  ],
  local:
    'Nur dieser Computer erreicht „localhost“. Öffne Earmark über eine Adresse, die dein Telefon erreicht.',
})
