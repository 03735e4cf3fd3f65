import type { CapName } from '#/platform/contract/caps.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Formats } from '../formats.ts'

type Errors = Catalogue['errors']

export const errors = (formats: Formats): Errors => ({
  codes,
  details: details(formats),
  unknown: 'Das hat nicht geklappt. Lade die Seite neu und versuche es noch einmal.',
  again: (wait) => `Versuche es in ${wait} noch einmal.`,
})

const codes: Errors['codes'] = {
  unreachable: 'Earmark ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.',
  unreadable: 'Etwas zwischen dir und Earmark hat gestört. Versuche es noch einmal.',
  internal_error: 'Auf dem Server ist etwas schiefgegangen. Versuche es später noch einmal.',
  service_unavailable: 'Earmark ist gerade nicht verfügbar.',
  invalid_json:
    'Earmark konnte die Anfrage nicht lesen. Lade die Seite neu und versuche es noch einmal.',
  invalid_parameter: 'Eine Angabe ist ungültig. Prüfe sie und versuche es noch einmal.',
  request_too_large: 'Das ist zu viel auf einmal.',
  missing_api_key: 'Der API-Schlüssel fehlt.',
  invalid_api_key: 'Dieser API-Schlüssel ist ungültig, abgelaufen oder widerrufen.',
  invalid_credential_context:
    'Verwende entweder einen API-Schlüssel oder einen angemeldeten Browser, nicht beides.',
  session_required: 'Du wurdest abgemeldet. Melde dich wieder an.',
  sign_in_failed: 'E-Mail oder Passwort ist falsch.',
  second_factor_required:
    'Gib einen Code aus deiner Authenticator-App oder einen Wiederherstellungscode ein.',
  second_factor_failed: 'Dieser Code ist falsch oder wurde schon verwendet.',
  account_locked: 'Wer diesen Server betreibt, hat dieses Konto gesperrt.',
  oidc_failed: 'Die Anmeldung bei deinem Anbieter hat nicht geklappt. Versuch es noch einmal.',
  oidc_not_linked:
    'Kein Konto hier ist mit dieser Anmeldung verknüpft. Melde dich wie gewohnt an und verknüpfe sie, oder bitte um eine Einladung.',
  oidc_taken: 'Diese Anmeldung ist schon mit einem anderen Konto hier verknüpft.',
  oidc_only: 'Melde dich über deinen Anbieter an.',
  mail_unavailable:
    'Diese Instanz verschickt keine Links per Mail. Erstelle einen Link und gib ihn selbst weiter.',
  oidc_unavailable: 'Dein Anbieter ist nicht erreichbar. Versuch es später noch einmal.',
  passkey_failed: 'Dieser Passkey gehört zu keinem Konto hier.',
  subscription_required: 'Das Abo ist abgelaufen.',
  account_closed: 'Dieser Haushalt wurde geschlossen.',
  second_factor_unreadable:
    'Dieser Server kann deine Authenticator-App nicht mehr lesen: Sein Hauptschlüssel ging verloren. Verwende einen Wiederherstellungscode oder einen Passkey, oder bitte die Person, die diesen Server betreibt, die App mit „earmark reset-password E-MAIL --remove-second-factors“ zu entfernen.',
  plan_upgrade_required: 'Dein Tarif enthält das nicht.',
  insufficient_scope: 'Dieser Schlüssel darf nur lesen.',
  not_connection_owner: 'Das kann nur die Person, die diese Bank verbunden hat.',
  cross_site_request: 'Earmark antwortet nur seinen eigenen Seiten. Lade diese Seite neu.',
  sudo_required: 'Bestätige, dass du es bist, um fortzufahren.',
  owner_required: 'Das kann nur, wem der Haushalt gehört.',
  operator_required: 'Das können nur Personen, die diesen Server betreiben.',
  guest_refused: 'Erstelle zuerst dein eigenes Konto.',
  link_not_valid: 'Dieser Link ist abgelaufen oder wurde schon benutzt. Bitte um einen neuen.',
  account_read_only:
    'Die Testphase ist vorbei. Du kannst weiter alles ansehen, aber nichts ändern.',
  endpoint_not_found: 'Diese Seite ist veraltet. Lade sie neu.',
  resource_not_found: 'Das gibt es nicht mehr.',
  idempotency_key_reused:
    'Das wurde schon mit anderem Inhalt gesendet. Schließe das Formular und öffne es neu.',
  idempotency_key_in_progress: 'Das läuft bereits.',
  insufficient_expense_balance: 'So viel ist nicht zurückgelegt.',
  account_not_subscribable: 'Dieses Konto stammt nicht aus einer Bankverbindung.',
  insufficient_free_to_spend: 'So viel ist nicht frei verfügbar.',
  nothing_to_move: 'Es gibt nichts zu verschieben.',
  already_undone: 'Das wurde schon rückgängig gemacht.',
  undo_too_late:
    'Das Geld ist schon weiter, deshalb lässt sich das nicht rückgängig machen. Verschiebe stattdessen den Rest.',
  card_already_linked: 'Eine andere Rücklage deckt diese Karte schon.',
  setup_done: 'Earmark ist schon eingerichtet. Melde dich an.',
  household_required:
    'Du bist noch in keinem Haushalt. Lege einen an oder bitte um eine Einladung.',
  last_owner: 'Der Haushalt gehört nur dir. Übergib ihn zuerst an jemand anderen oder lösche ihn.',
  already_member: 'Diese Person ist schon Mitglied.',
  sign_in_required:
    'Zu dieser E-Mail gibt es schon ein Konto. Melde dich dort an und öffne den Link noch einmal.',
  already_on: 'Eine Authenticator-App ist schon eingerichtet. Schalte sie zuerst aus.',
  last_way_in:
    'Das ist der einzige Weg, dich bei diesem Konto anzumelden. Füge zuerst einen anderen hinzu.',
  passkeys_unavailable:
    'Passkeys funktionieren nur über https mit einem Hostnamen oder auf http://localhost.',
  limit_reached: 'Die Höchstzahl ist erreicht. Entferne zuerst etwas.',
  webhook_limit_reached: 'Du hast schon zehn Webhooks. Entferne zuerst einen.',
  webhook_paused: 'Der Webhook ist pausiert, deshalb würde nichts gesendet.',
  still_in_use: 'Das wird noch anderswo verwendet.',
  edit_conflict: 'Jemand anderes hat das inzwischen geändert. Prüfe es und speichere noch einmal.',
  wallet_out_of_step: 'Das Gerät und Earmark sind nicht mehr synchron. Richte das Gerät neu ein.',
  rate_limit_exceeded: 'Zu viele Anfragen in dieser Minute.',
  account_rate_limit_exceeded: 'Zu viele Anfragen in dieser Stunde.',
  too_many_attempts: 'Zu viele Anmeldeversuche.',
  webhook_test_limit_exceeded: 'Einen Webhook kannst du einmal pro Minute testen.',
  provider_quota_exhausted: 'Der Bankdatendienst nimmt gerade keine Anfragen mehr an.',
}

/** Texts for refusals because a cap is reached, as in English. */
const full: Readonly<Record<CapName, (max: string) => string>> = {
  expenses: (max) => `Ein Haushalt kann ${max} Rücklagen haben. Archiviere zuerst eine.`,
  expenses_ever: (max) => `Ein Haushalt kann ${max} Rücklagen haben, archivierte eingeschlossen.`,
  expense_groups: (max) => `Ein Haushalt kann ${max} Gruppen haben. Entferne zuerst eine.`,
  funding_schedules: (max) => `Ein Haushalt kann ${max} Zahltage haben. Entferne zuerst einen.`,
  categories: (max) => `Ein Haushalt kann ${max} Kategorien haben. Entferne zuerst eine.`,
  category_rules: (max) => `Ein Haushalt kann ${max} Regeln haben. Entferne zuerst eine.`,
  accounts: (max) => `Ein Haushalt kann ${max} manuelle Konten haben, geschlossene eingeschlossen.`,
  members: (max) => `Ein Haushalt kann ${max} Mitglieder haben. Entferne zuerst eines.`,
  invitations: (max) => `Ein Haushalt kann ${max} offene Einladungen haben. Widerrufe zuerst eine.`,
  invitation_mails: (max) =>
    `Ein Haushalt kann ${max} Einladungen am Tag mailen. Erstelle stattdessen einen Link.`,
  keys: (max) => `Du kannst ${max} aktive API-Schlüssel haben. Widerrufe zuerst einen.`,
  devices: (max) => `Ein Mitglied kann ${max} Geräte haben. Widerrufe zuerst eines.`,
  calendar_feeds: (max) =>
    `Ein Mitglied kann ${max} Kalenderadressen haben. Widerrufe zuerst eine.`,
  member_uploads: (max) =>
    `Von dir warten schon ${max} Dateien. Importiere oder verwirf zuerst eine.`,
  household_uploads: (max) =>
    `In diesem Haushalt warten schon ${max} Dateien. Importiere oder verwirf zuerst eine.`,
  member_upload_bytes: () =>
    'Deine wartenden Dateien sind zusammen zu groß. Importiere oder verwirf zuerst eine.',
  household_upload_bytes: () =>
    'Die wartenden Dateien dieses Haushalts sind zusammen zu groß. Importiere oder verwirf zuerst eine.',
  notice_ways: (max) => `Du kannst ${max} Wege für Hinweise haben. Entferne zuerst einen.`,
  passkeys: (max) => `Du kannst ${max} Passkeys haben. Entferne zuerst einen.`,
  identities: (max) => `Du kannst ${max} Anmeldungen verknüpfen. Löse zuerst eine.`,
  households: (max) =>
    `Eine Person kann in ${max} Haushalten sein. Verlasse oder lösche zuerst einen.`,
}

const details = ({ number, plural, day }: Formats): Errors['details'] => ({
  required: 'Fülle dieses Feld aus.',
  unknown: 'Diese Seite ist veraltet. Lade sie neu.',
  malformed: 'Das hat nicht das richtige Format.',
  not_an_email: 'Gib eine E-Mail-Adresse wie ada@example.com ein.',
  not_offered: 'Wähle eine der Möglichkeiten.',
  too_few_characters: ({ min }) => `Gib mindestens ${number(min)} Zeichen ein.`,
  too_many_characters: ({ max }) => `Gib höchstens ${number(max)} Zeichen ein.`,
  characters_between: ({ min, max }) => `Gib ${number(min)} bis ${number(max)} Zeichen ein.`,
  bad_characters: 'Einige dieser Zeichen lassen sich nicht speichern.',
  blank: 'Das darf nicht leer sein.',
  no_letters: 'Gib mindestens einen Buchstaben oder eine Ziffer ein.',
  too_few_items: ({ min }) => `Wähle mindestens ${number(min)}.`,
  too_many_items: ({ max }) => `Wähle höchstens ${number(max)}.`,
  too_low: ({ min }) => (min < 0 ? 'Das ist zu niedrig.' : `Gib ${number(min)} oder mehr ein.`),
  too_high: ({ max }) => (max > 1e9 ? 'Das ist zu hoch.' : `Gib ${number(max)} oder weniger ein.`),
  not_above: ({ min }) => `Gib mehr als ${number(min)} ein.`,
  not_below: ({ max }) => `Gib weniger als ${number(max)} ein.`,
  repeated: 'Derselbe Eintrag ist doppelt.',
  no_day: 'Dieses Datum gibt es nicht.',
  no_moment: 'Diesen Zeitpunkt gibt es nicht.',
  no_zone: 'Diese Zeitzone gibt es nicht.',
  day_outside: ({ from, to }) =>
    `Wähle einen Tag vom ${day(from, 'dated')} bis zum ${day(to, 'dated')}.`,
  day_passed: 'Wähle einen Tag nach heute.',
  period_reversed: 'Der Anfang liegt nach dem Ende.',
  expiry_outside: ({ years }) =>
    `Wähle einen Zeitpunkt in der Zukunft, höchstens in ${number(years)} Jahren.`,
  nothing_allowed: 'Erlaube mindestens etwas.',
  beyond_scopes: 'Ein Schlüssel, der nur liest, darf nichts ändern.',
  networks_between: ({ max }) => `Gib bis zu ${number(max)} Netze an.`,
  not_a_network: 'Schreibe ein Netz wie 203.0.113.0/24 oder eine Adresse.',
  inside_network: ({ network }) => `Schreibe das Netz ${network} oder nur die Adresse.`,
  password_length: ({ min }) => `Verwende mindestens ${number(min)} Zeichen.`,
  password_common: 'Dieses Passwort ist zu verbreitet. Wähle ein anderes.',
  password_own: 'Wähle etwas, das sich schwerer aus deinem Namen oder deiner E-Mail erraten lässt.',
  email_taken: 'Diese E-Mail verwendet hier schon jemand.',
  email_not_invited: 'Die Einladung gilt für eine andere E-Mail.',
  other_account:
    'Diese Einladung gilt für ein anderes Konto. Melde dich dort an und öffne den Link noch einmal.',
  name_differs: 'Das ist nicht der Name des Haushalts.',
  email_differs: 'Das ist nicht die E-Mail des Kontos.',
  transaction_split:
    'Diese Zahlung ist aufgeteilt: Jeder Teil hat seine eigene Kategorie und Rücklage.',
  parts_sum: () => 'Die Teile müssen zusammen den ganzen Betrag ergeben.',
  part_zero: 'Ein Teil darf nicht null sein.',
  part_sign: 'Jeder Teil braucht dasselbe Vorzeichen wie der ganze Betrag.',
  split_pair:
    'Das ist eine Seite einer Umbuchung zwischen zwei Konten. Ändere die Art, bevor du aufteilst.',
  split_changed: 'Das wurde inzwischen anders aufgeteilt oder zugeordnet.',
  sums_too_large: 'Dieser Betrag ist zu groß für das Konto.',
  balance_not_told: 'Keine Bank meldet den Saldo dieses Kontos.',
  account_followed:
    'Dieses Konto stammt aus einer Bankverbindung. Rufe es stattdessen nicht mehr ab.',
  balance_left: 'Sein Saldo ist nicht null.',
  card_in_use: 'Eine Rücklage deckt diese Karte. Archiviere sie oder löse zuerst die Verknüpfung.',
  accounts_in_other_currency: 'Einige Konten haben eine andere Währung.',
  expenses_hold_money: 'In der jetzigen Währung ist Geld zurückgelegt.',
  plaid_off: 'Plaid ist auf diesem Server nicht eingerichtet.',
  enable_banking_off: 'Enable Banking ist auf diesem Server nicht eingerichtet.',
  consent_refused:
    'Diese Antwort der Bank gilt hier nicht: Sie wurde schon benutzt, dauerte über eine Stunde oder begann woanders. Beginne noch einmal.',
  consent_without_accounts:
    'Die Bank gab kein Konto frei. Beginne noch einmal und wähle dort eines aus.',
  bank_not_offered: 'Diese Bank kann gerade nicht verbunden werden. Wähle sie noch einmal aus.',
  operator_key_refused:
    'Der Anbieter der Bankdaten nimmt diesen Server nicht an. Wer ihn betreibt, muss den Schlüssel und die dort eingetragene Adresse prüfen.',
  token_refused:
    'Der Bankdatendienst nimmt dieses Token nicht an. Hol dir ein neues: Jedes gilt nur einmal.',
  reading_open: () => 'Wähle zuerst, wie die Datei zu lesen ist.',
  columns_unknown: 'Wähle zuerst die Spalten mit den Beträgen.',
  move_open: ({ question }) =>
    question === 'date_order'
      ? 'Wähle zuerst, wie die Dateien das Datum schreiben.'
      : 'Wähle zuerst, wie die Dateien Ausgaben schreiben.',
  not_undoable: 'Dieser Import lässt sich nicht rückgängig machen.',
  payment_withdrawn: 'Die Bank oder Datei enthält diese Zahlung nicht mehr.',
  balance_reported: 'Die Bank meldet diesen Saldo, deshalb lässt er sich hier nicht korrigieren.',
  account_shut: 'Dieses Konto ist geschlossen.',
  account_reconciled: 'Auf diesem Konto liegt Geld. Gleiche es stattdessen mit deiner Bank ab.',
  account_valued: 'Dieses Konto hat einen Wert. Aktualisiere stattdessen den Wert.',
  reconciled_later: ({ day: on }) =>
    `Dieses Konto wurde am ${day(on, 'dated')} abgeglichen. Wähle diesen Tag oder einen späteren.`,
  balance_moved: 'Das Konto hat sich inzwischen geändert. Prüfe die Differenz noch einmal.',
  goal_recurs: 'Ein Ziel kann sich nicht wiederholen.',
  two_intervals: 'Wähle Monate oder Tage, nicht beides.',
  due_day_missing: 'Was sich wiederholt, braucht eine erste Fälligkeit.',
  not_a_card: 'Hier lässt sich nur eine Kreditkarte wählen.',
  other_currency: 'Dieses Konto hat eine andere Währung als der Haushalt.',
  same_expense: 'Wähle zwei verschiedene Rücklagen.',
  only_schedule: ({ expense }) => `Kein anderer Zahltag legt Geld für ${expense} zurück.`,
  paydays_ahead: ({ max }) =>
    `Du kannst höchstens ${number(max)} künftige ${plural(max, { one: 'Zahltag', other: 'Zahltage' })} hinzufügen.`,
  days_of_frequency: 'Wähle einen Tag im Monat, oder zwei für zweimal im Monat.',
  below_itself: 'Eine Kategorie kann nicht in sich selbst liegen.',
  other_kind: 'Wähle eine Kategorie derselben Art.',
  category_of_service: 'Diese Kategorie gehört zu Earmark. Blende sie stattdessen aus.',
  category_has_transactions: 'Umsätze verwenden diese Kategorie. Blende sie stattdessen aus.',
  category_has_rule: ({ text }) =>
    `Die Regel für „${text}“ ordnet Zahlungen hier ein. Ändere oder entferne sie zuerst.`,
  rule_does_nothing: 'Wähle eine Kategorie oder Rücklage, oder gib einen neuen Namen ein.',
  bounds_reversed: 'Das Minimum ist größer als das Maximum.',
  limit_reached: ({ of, max }) => full[of](number(max)),
  heavy_requests: 'Earmark ist noch mit deinen letzten Anfragen beschäftigt.',
  address_unusable:
    'Earmark kann diese Adresse nicht aufrufen. Gib eine vollständige ein, die mit https oder http beginnt.',
  address_not_public: 'Gib die Adresse eines Servers im öffentlichen Internet ein.',
  header_form: 'Gib Header als Namen und Werte ein.',
  header_count: 'Es sind zu viele Header.',
  header_name: 'Ein Headername besteht nur aus Buchstaben, Ziffern und Zeichen wie - und _.',
  header_reserved: 'Einer dieser Header lässt sich nicht setzen.',
  header_duplicate: 'Zwei Header haben denselben Namen.',
  header_value: 'Ein Headerwert fehlt, ist zu lang oder enthält ungewöhnliche Zeichen.',
  header_total: 'Die Header sind zusammen zu lang.',
})
