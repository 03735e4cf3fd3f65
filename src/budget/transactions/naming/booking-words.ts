// Words that banks put around the name of the payee, by language. Each is compared with the words of a descriptor as
// `brandWords` splits them, so accents and hyphens do not matter. `|` separates them.

type Language = {
  /** How a card was used. A place follows the name of the shop. */
  readonly card: string
  /** Words that join these to the shop. */
  readonly at: string
  /** Transfers, direct debits, standing orders, bills. */
  readonly booking: string
  /** Words that join these to the payee. */
  readonly to: string
}

const languages: readonly Language[] = [
  // English.
  {
    card:
      'card payment|card purchase|withdrawal debit card|debit card withdrawal|withdrawal pos|pos withdrawal|pos merchandise|pos transaction|miscellaneous payments|pos pmt|debit card purchase|debit card payment|visa purchase|visa debit purchase|visa debit|debit purchase|debit visa purchase|pos purchase|pos debit|pos|' +
      'purchase authorized|recurring payment authorized|recurring card payment|recurring card purchase|contactless payment|contactless purchase|contactless|' +
      'checkcard|check card|check card purchase|interac purchase|interac|interac retail purchase|point of sale|eftpos|eftpos purchase|vis|visa|visa card|debit purchase visa card|' +
      'debit purchase visa|int l|intl|international purchase|online purchase|mastercard|maestro|vdp|vdc|vda|card|cd|bcc|bp pos|apple pay|google pay|purchase|visa dda pur|dbt purchase|' +
      'dda purchase|pos signature|point of sale withdrawal|retail purchase|contactless interac purchase|idp purchase|tap purchase|card transaction|card spend',
    at: 'to|at|from',
    booking:
      'direct debit|direct debit payment|dd|sepa dd|standing order|faster payment|faster payments receipt|faster payments|fpi|fpo|bill payment|bill payment via faster payment|bill pmt|' +
      'bank transfer|online transfer|bgc|bank giro credit|bacs|ach debit|ach credit|deposit ach|ach deposit|withdrawal ach|ach|ach withdrawal|ach payment|preauthorized debit|pre authorized payment|pre auth payment|recurring payment|' +
      'online payment|bill pay|billpay|internet transfer|internet banking transfer|electronic payment|electronic withdrawal|external withdrawal|external deposit|online banking payment|web authorized pmt|osko payment|payid payment|e transfer|interac e transfer|365 online|paypal inst xfer',
    to: 'to|from|via|by',
  },
  // German.
  {
    card:
      'kartenzahlung|karten zahlung|kartenzahlung girocard|kartenumsatz|debitkartenumsatz|debitkartenzahlung|visa debitkartenumsatz|visa debitkarten umsatz|kreditkartenumsatz|girocard|girocard zahlung|ec karte|ec kartenzahlung|ec zahlung|' +
      'ec cash|electronic cash|kartenverfugung|kartenverfuegung|elv|kauf|einkauf|kauf dienstleistung|einkauf dienstleistung|kauf online|online kauf|zahlung visa debit|kartenlastschrift|maestro kartenzahlung|bezahlung karte|bezahlung|pos kauf|' +
      'tkb visa debit|zkb visa debit|zkb visa debit card|twint|twint zahlung|twint kauf|twint kauf dienstleistung|visa debit|debit mastercard|bargeldlos|bargeldlos zahlen|zahlung mit karte|karten',
    at: 'bei|an',
    booking:
      'folgelastschrift|erstlastschrift|einmallastschrift|lastschrift|lastschrifteinzug|lastschrift einzug|sepa lastschrift einzug|sepa lastschrift|sepa lastschrifteinzug|sepa basislastschrift|sepa folgelastschrift|sepa erstlastschrift|sepa elv lastschrift|sepa firmenlastschrift|basislastschrift|' +
      'sdd lastschr|sdd|einzugsermachtigung|abbuchung|uberweisung|ueberweisung|sepa uberweisung|sepa ueberweisung|online uberweisung|online ueberweisung|internet uberweisung|internet ueberweisung|echtzeituberweisung|echtzeit uberweisung|echtzeit ueberweisung|sepa echtzeituberweisung|' +
      'einzeluberweisung|eiluberweisung|gutschrift|gutschrift uberweisung|gutschrift ueberweisung|sepa gutschrift|gutschr uberweisung|uberweisungsgutschr|ueberweisungsgutschr|uberweisungsgutschrift|dauerauftrag|dauerauftragsgutschrift|sepa dauerauftrag|terminuberweisung|' +
      'lohn gehalt|gehalt rente|lohn gehalt rente|zahlungseingang|zahlungsausgang|zahlungsauftrag|e banking auftrag|ebanking auftrag|e banking|giro international sepa|giro post|giro bank|giro|debit direct|lsv|ebill|e rechnung|gutschrift von|belastung|vergutung|svwz|sepa',
    to: 'an|von|fur|fuer',
  },
  // French.
  {
    card: 'paiement cb|paiement par cb|paiement carte|paiement par carte|paiement psc|paiement sans contact|paiement bancontact|paiement mobile|paiement internet|achat cb|achat carte|achat maestro|achat bancontact|achat sans contact|achat|carte|cb|facture carte|facturette cb|debit carte|dac|paiement par carte bancaire|carte bancaire|paiement en ligne|retrait cb',
    at: 'chez|a',
    booking:
      'prlv|prlv sepa|prlvm|prlvm sepa|prelevement|prelevement sepa|prelevement europeen|prelevement automatique|prelevement domicilie|vir|vir sepa|vir sepa recu|vir recu|vir inst|vir instantane|vir permanent|vir sepa emis|virement|virement sepa|virement sepa emis|virement sepa recu|virement recu|virement emis|virement instantane|virement instantane emis|virement instantane recu|virement permanent|virement web|virement interne|' +
      'virement en votre faveur|echeance|avis de prelevement|tip sepa|tip sepascore|ordre de virement|ordre permanent|domiciliation|domiciliation europeenne',
    to: 'de|pour|a|vers|a m|par',
  },
  // Spanish.
  {
    card:
      'compra|compra tarj|compra tarjeta|compra con tarjeta|compra internet|compra online|compra en comercio|compra en|pago|pago movil|pago con tarjeta|pago tarj|pago tarjeta|pago en|pago movil en|pago contactless|pago bizum|tarjeta|tarj|trj|tj|' +
      'cargo compra|cargo tarjeta|operacion tarjeta|operacion con tarjeta|compra nacional|compra internacional|consumo|consumo tarjeta|compra pos|pago con bizum|compra via',
    at: 'en|a|comercio',
    booking:
      'recibo|adeudo|adeudo recibo|adeudo a su cargo|adeudo por domiciliacion|adeudo sepa|adeudo de|recibo domiciliado|cargo recibo|cargo mensual|cargo por|domiciliacion|bizum|bizum a favor|bizum enviado|bizum recibido|bizum pago|pago bizum|transferencia|transferencia inmediata|transferencia recibida|transferencia emitida|transferencia periodica|transferencia nacional|transferencia internacional|transferencia a favor|transferencia inmediata a favor|transferencia realizada|' +
      'transf|transf inmediata|transf recibida|trf|traspaso a|abono|abono transferencia|ingreso transferencia|orden de pago|pago recibo|pago de recibo|pago de',
    to: 'de|a|a favor de|por|en|para|a su cargo de|recibida de|enviada a|de d|de dona',
  },
  // Italian.
  {
    card: 'pagamento pos|pagamento su circuito internazionale|pagamento circuito internazionale|pagamento tramite pos|pagamento carta|pagamento con carta|pagamento contactless|pagamento online|pagamento bancomat|pagamento pagobancomat|pagobancomat|pag pos|pag pagobancomat|pos carta|operazione carta|operazione con carta|operazione pos|acquisto|acquisto pos|acquisto con carta|acquisto con carta di debito|acquisto carta|acquisto online|acquisto con carta di credito|spesa carta|spesa pos|utilizzo carta|utilizzo carta di credito|pagamento apple pay|pagamento google pay|pagamento internet|pagamento',
    at: 'presso|c o|a',
    booking:
      'addebito|addebito sdd|addebito diretto|addebito diretto sdd|addebito sepa|addebito sepa dd|addebito sdd core|sdd|sdd core|addebito per fattura a vostro carico|addebito sepa dd per fattura a vostro carico|addebito preautorizzato|bonifico|bonifico sepa|bonifico istantaneo|bonifico ricevuto|bonifico disposto|bonifico istantaneo disposto|bonifico da voi disposto|bonifico in uscita|bonifico in entrata|bonifico estero|bonifico istantaneo ricevuto|disposizione di bonifico|disposizione bonifico|disposizione|giroconto|accredito|accredito bonifico|vostra disposizione|ordine permanente|pagamento pagopa|pagopa|bollettino|pagamento f24|emolumenti|accredito emolumenti',
    to: 'a|a favore di|a favore|da|di|per|beneficiario|ben|ordinante|dal',
  },
  // Dutch.
  {
    card: 'bea|gea|betaalpas|betaalautomaat|bea betaalpas|bea apple pay|bea google pay|gea betaalpas|betaling|betaling met kaart|betaling met debetkaart|betaling met bankkaart|betaling met debetkaart nummer|betaling met kredietkaart|betaling via debetkaart|met kaart|met debetkaart|met bankkaart|kaartbetaling|aankoop|aankoop met kaart|aankoop bancontact|bancontact|bancontact betaling|payconiq|payconiq betaling|pinbetaling|pin|contactloze betaling|mobiele betaling|ccv|nummer|betaalverzoek|betaalverzoek van',
    at: 'bij|aan',
    booking:
      'sepa incasso|sepa incasso algemeen doorlopend|sepa incasso algemeen eenmalig|incasso|incasso algemeen|automatische incasso|europese incasso|sepa ideal|ideal|ideal betaling|sepa overboeking|overboeking|overschrijving|sepa periodieke overb|periodieke overboeking|spoedoverboeking|instantoverschrijving|overschrijving in euro|europese overschrijving|doorlopende betaalopdracht|domiciliering|europese domiciliering|bestendige opdracht|storting|acceptgiro|online bankieren|betaalopdracht',
    to: 'naar|aan|van|op naam van',
  },
  // Portuguese.
  {
    card: 'compra|compras|compra cartao|compra cartao deb|compra cartao debito|compra com cartao|compras c deb|compra no debito|compra no debito via elo|compra no credito|compra debito|compra elo debito vista|compra elo|compra mastercard|compra visa|compra contactless|compra online|pgto cartao|pgto|pag cartao|pagamento cartao|pagamento com cartao|cartao|pag bxval|bxval|compra e commerce|debito visa electron|compra cartao compra no debito',
    at: 'em|no|na',
    booking:
      'debito direto|debito directo|dd|cobranca|cobranca sepa|pagamento servicos|pagamento de servicos|pag servicos|pagamento baixo valor|trf|trf p|trf de|trf mb way|trf mb way p|trf cred sepa|trf imediata|transferencia|transferencia mb way|transferencia imediata|transferencia recebida|transferencia enviada|transferencia enviada pelo pix|transferencia recebida pelo pix|mb way|mbway|mb way p|pix|pix enviado|pix recebido|pix transf|pix qrs|pix transf enviada|pix transf recebida|pagamento pix|pagamento efetuado|pgto conta|pag boleto|pagamento de boleto|pagto boleto|boleto|deb aut|deb automatico|debito automatico|deb autom|ted recebida|ordem de pagamento|pagamento|pag|transf|transferencia pix',
    to: 'de|para|p|a',
  },
  // Danish and Norwegian.
  {
    card: 'visa kob|visa koeb|visa dankort|dankort|dankort nota|dankort kob|dankortkob|kortkob|kortkoeb|mcd kob|mastercard kob|kob|koeb|nets|kortbetaling|visa varer|varekjop|varekjoep|kortkjop|kjop|visa kjop|varer|visa vare|nota|kontaktlos|mastercard varekob|mobilepay kob|varekob',
    at: 'hos|i',
    booking:
      'bs|bs betaling|betalingsservice|betalingsservice bs|pbs|leverandorservice|overforsel|bankoverforsel|straksoverforsel|kontooverforsel|mobilepay|mobile pay|lonoverforsel|indbetaling|udbetaling|betaling|girokort|fi betaling|fik|nettgiro|giro|overforing|overfort|straksbetaling|efaktura|e faktura|avtalegiro|fast oppdrag|faste oppdrag|betalt|vipps|vipps betaling|til|fra|nettbank|nettbank til|nettgiro til|nettbetaling|bedrgiro|lonn|overforsel mobilepay|faktura|regning|innbetaling|utbetaling|overforing innland|straksoverforing',
    to: 'til|fra|for',
  },
  // Swedish.
  {
    card: 'kortkop|kortkop uttag|kortuttag|kortbetalning|reserverat belopp|reserverat|reservation|prel|prel kortkop|preliminart|kontaktlost|kontaktlost kop|klarna|visakop|kortkop utland',
    at: 'hos|i',
    booking:
      'autogiro|ag|bg|pg|bankgiro|plusgiro|betalning|betalning bg|betalning pg|bg betalning|pg betalning|e faktura|efaktura|swish|swish betalning|swish mottagen|swish skickad|overforing via internet|overforing via mobil|overforing|staende overforing|insattning|direktbetalning|trustly',
    to: 'till|fran|av',
  },
  // Polish.
  {
    card: 'platnosc karta|platnosc karta platnicza|platnosc kart|zakup przy uzyciu karty|zakup karta|zakup przy uzyciu karty w kraju|zakup przy uzyciu karty za granica|zakup|transakcja karta|transakcja karta platnicza|transakcja karta debetowa|operacja karta|platnosc web kod mobilny|platnosc blik|platnosc|blik|blik zakup e commerce|zakup e commerce|zakup blik|platnosc internetowa|platnosc mobilna|obciazenie karta|transakcja bezgotowkowa|nr karty|karty|rozliczenie transakcji karta|kwote|na kwote',
    at: 'w|u|na',
    booking:
      'przelew|przelew wychodzacy|przelew przychodzacy|przelew zewnetrzny|przelew wewnetrzny|przelew internetowy|przelew na telefon|przelew blik|przelew blik na telefon|przelew natychmiastowy|przelew elixir|przelew wlasny|przelew krajowy|przelew zewnetrzny do|przelew zewnetrzny od|zlecenie stale|stale zlecenie|polecenie zaplaty|polecenie przelewu|przelew z rachunku|wplata|obciazenie|uznanie|przelew srodkow|przelew ekspresowy|przelew na konto',
    to: 'do|od|dla|na rzecz',
  },
  // Czech.
  {
    card: 'platba kartou|platba platebni kartou|platba karta|platba debetni kartou|nakup|nakup kartou|nakup na internetu|nakup u obchodnika|nakup dne|transakce platebni kartou|karetni transakce|platba na internetu|bezkontaktni platba|platba mobilem|google pay platba|apple pay platba|karta',
    at: 'u|v',
    booking:
      'inkaso|trvaly prikaz|odchozi uhrada|prichozi uhrada|uhrada|prichozi platba|odchozi platba|okamzita odchozi platba|okamzita prichozi platba|okamzita platba|bezhotovostni prijem|bezhotovostni platba|domaci platba|sepa platba|prevod|prevod na ucet|platba|platba ve prospech|platba na vrub|jednorazova uhrada|tuzemska odchozi uhrada|tuzemska prichozi uhrada|platebni prikaz|svoleni k inkasu|prikaz k uhrade',
    to: 'od|pro|na',
  },
]

export type BookingWords = {
  readonly words: readonly string[]
  readonly isCard: boolean
}

/** The booking words that begin with a word, the longest first. */
export const bookingWords: ReadonlyMap<string, readonly BookingWords[]> = index()

function index(): Map<string, BookingWords[]> {
  const all = new Map<string, BookingWords>()
  for (const { card, at, booking, to } of languages) {
    for (const [heads, links, isCard] of [
      [card, at, true],
      [booking, to, false],
    ] as const) {
      for (const head of heads.split('|')) {
        for (const words of [head, ...links.split('|').map((link) => `${head} ${link}`)]) {
          if (!all.has(words)) all.set(words, { words: words.split(' '), isCard })
        }
      }
    }
  }
  const longestFirst = [...all.values()].toSorted((a, b) => b.words.length - a.words.length)
  return Map.groupBy(longestFirst, ({ words }) => words[0]!)
}
