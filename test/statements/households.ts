import { addDays, type Day, toDay } from '#/core/values/day.ts'
import type { Witness } from '../simulations/seeds.ts'

/** One payment of an invented household, as its bank knows it: the truth that a file of the bank must be read to. */
export type Payment = {
  readonly day: Day
  /** In minor units; negative for spending. Includes the fee. */
  readonly amount: number
  readonly fee: number
  readonly payee: string
  readonly words: string
  readonly kind: string
  readonly category: string
  readonly mcc: string
  /** False for rows that are pending, reverted or declined. */
  readonly isBooked: boolean
}

/** Shops as `name/words/category`, and the words of the bank: card, debit, transfer, salary, refund, cash. */
type Country = {
  readonly shops: string
  readonly kinds: string
  readonly employer: string
  readonly landlord: string
  readonly salary: string
  readonly rent: string
  readonly thanks: string
}

const mccs = ['5411', '5812', '5541', '4899', '5732', '4111', '5912', '5651']

// The payees of a few countries; others use those of a neighbour.
const countries: Record<string, Country> = {
  us: {
    shops:
      "TRADER JOE'S #123/TRADER JOE'S #123 AUSTIN TX/Groceries|SHELL OIL 5744/SHELL OIL 5744 DALLAS TX/Gas|NETFLIX.COM/NETFLIX.COM 866-579-7172 CA/Entertainment|STARBUCKS 0456/STARBUCKS 0456 AUSTIN TX/Food & Drink|AMAZON MKTPL/AMAZON MKTPL*2K4AB/Shopping|CVS PHARMACY/CVS/PHARMACY #0123/Health|SIMPLY NOODLES/SIMPLY NOODLES, AUSTIN/Food & Drink",
    kinds: 'Card|ACH Debit|Transfer|ACH Credit|Refund|ATM',
    employer: 'ACME CORP',
    landlord: 'OAK STREET APARTMENTS',
    salary: 'ACME CORP DIRECT DEP PAYROLL',
    rent: 'OAK STREET APARTMENTS RENT WEB PMT',
    thanks: 'AUTOPAY PAYMENT - THANK YOU',
  },
  gb: {
    shops:
      'Tesco/TESCO STORES 3297/Groceries|British Gas/BRITISH GAS 8500123/Bills|Pret A Manger/PRET A MANGER LONDON/Eating out|TfL/TFL TRAVEL CH/Transport|Amazon/AMAZON.CO.UK*AB12/Shopping|Boots/BOOTS 1234/Health|Sainsburys/SAINSBURYS S/MKTS/Groceries',
    kinds: 'DEB|DD|FPO|BGC|REF|CPT',
    employer: 'ACME LTD',
    landlord: 'J SMITH LETTINGS',
    salary: 'ACME LTD SALARY',
    rent: 'J SMITH LETTINGS RENT',
    thanks: 'PAYMENT RECEIVED - THANK YOU',
  },
  in: {
    shops:
      'BIGBASKET/UPI/BIGBASKET/412345678/PAYTM/Groceries|SWIGGY/UPI-SWIGGY-SWIGGY@ICICI/Food|AIRTEL/BIL/AIRTEL/000123/Bills|IRCTC/POS 416021XXXXXX1234 IRCTC/Travel|AMAZON PAY/UPI-AMAZON PAY-INDIA/Shopping|INDIAN OIL/POS INDIAN OIL PUMP/Fuel',
    kinds: 'POS|ACH|NEFT|SALARY|REV|ATW',
    employer: 'ACME INFOTECH',
    landlord: 'R SHARMA',
    salary: 'NEFT CR-ACME INFOTECH SALARY',
    rent: 'NEFT DR-R SHARMA RENT',
    thanks: 'PAYMENT RECEIVED',
  },
  de: {
    shops:
      'EDEKA Schmidt/EDEKA SCHMIDT SAGT DANKE/Lebensmittel|REWE Markt GmbH/REWE SAGT DANKE. 4711/Lebensmittel|Netflix/Netflix.com Abo/Freizeit|Stadtwerke München/Abschlag Strom Kd. 4711/Wohnen|Deutsche Bahn/DB Vertrieb GmbH/Mobilität|dm-drogerie markt/DM FIL.1234 H:57/Drogerie|Bäckerei Müller/BÄCKEREI MÜLLER/Essen',
    kinds: 'Kartenzahlung|Lastschrift|Überweisung|Lohn/Gehalt|Gutschrift|Bargeldauszahlung',
    employer: 'Muster AG',
    landlord: 'Hausverwaltung Maier',
    salary: 'Gehalt Personalnummer 123',
    rent: 'Miete Whg. 12',
    thanks: 'Einzahlung, vielen Dank',
  },
  ch: {
    shops:
      'Coop/COOP-1234 ZÜRICH/Lebensmittel|Migros/MIGROS M WIEDIKON/Lebensmittel|SBB CFF FFS/SBB EASYRIDE/Verkehr|Swisscom/SWISSCOM RECHNUNG/Kommunikation|Digitec/DIGITEC GALAXUS/Elektronik|Café Zähringer/CAFE ZAEHRINGER/Restaurant',
    kinds: 'Einkauf|LSV|E-Banking-Auftrag|Gutschrift|Rückvergütung|Bancomat',
    employer: 'Beispiel AG',
    landlord: 'Immobilien Huber',
    salary: 'Lohnzahlung Beispiel AG',
    rent: 'Miete Immobilien Huber',
    thanks: 'Ihre Zahlung - besten Dank',
  },
  fr: {
    shops:
      "Carrefour/CARTE 12/03 CARREFOUR CITY PARIS/Alimentation|EDF/PRLV SEPA EDF CLIENTS PARTICULIERS/Logement|SNCF/CARTE SNCF INTERNET/Transport|Monoprix/CARTE MONOPRIX 1234/Alimentation|Boulangerie Dupré/CARTE BOULANGERIE DUPRE/Restaurants|Orange/PRLV SEPA ORANGE SA/Télécom|L'Épicerie/CARTE L EPICERIE/Alimentation",
    kinds: 'Carte|Prélèvement|Virement|Virement reçu|Remboursement|Retrait DAB',
    employer: 'SARL EXEMPLE',
    landlord: 'AGENCE DES LILAS',
    salary: 'VIR SEPA SARL EXEMPLE SALAIRE',
    rent: 'VIR SEPA AGENCE DES LILAS LOYER',
    thanks: 'PRELEVEMENT RECU MERCI',
  },
  es: {
    shops:
      'Mercadona/COMPRA TARJ. EN MERCADONA, BARCELONA/Alimentación|Iberdrola/RECIBO IBERDROLA CLIENTES/Hogar|Repsol/COMPRA REPSOL E.S. 4411/Transporte|Renfe/RENFE VIAJEROS/Transporte|Cafetería Peñón/PAGO EN CAFETERIA PEÑON/Restaurantes|Movistar/RECIBO MOVISTAR/Comunicaciones',
    kinds: 'Pago con tarjeta|Recibo|Transferencia|Nómina|Devolución|Reintegro',
    employer: 'Ejemplo SL',
    landlord: 'Inmobiliaria Sol',
    salary: 'NOMINA EJEMPLO SL',
    rent: 'TRANSFERENCIA INMOBILIARIA SOL ALQUILER',
    thanks: 'SU PAGO GRACIAS',
  },
  it: {
    shops:
      'Esselunga/PAGAMENTO POS ESSELUNGA MILANO/Alimentari|Enel Energia/ADDEBITO SDD ENEL ENERGIA/Casa|Trenitalia/PAGAMENTO TRENITALIA/Trasporti|Conad/PAGAMENTO POS CONAD CITY/Alimentari|Caffè Però/PAGAMENTO POS CAFFE PERO/Ristoranti|TIM/ADDEBITO SDD TIM SPA/Telefono',
    kinds: 'Pagamento POS|Addebito diretto|Bonifico|Stipendio|Storno|Prelievo',
    employer: 'Esempio SRL',
    landlord: 'Immobiliare Verdi',
    salary: 'EMOLUMENTI ESEMPIO SRL',
    rent: 'BONIFICO A IMMOBILIARE VERDI AFFITTO',
    thanks: 'PAGAMENTO RICEVUTO',
  },
  nl: {
    shops:
      'Albert Heijn 1234/ALBERT HEIJN 1234 AMSTERDAM/Boodschappen|Vattenfall/Vattenfall Klantenservice termijn/Wonen|NS Groep/NS REIZIGERS/Vervoer|HEMA/HEMA EV123/Winkelen|Jumbo/JUMBO UTRECHT PAS 012/Boodschappen|KPN/KPN BV FACTUUR/Telefoon',
    kinds: 'Betaalautomaat|Incasso|Overschrijving|Salaris|Retour|Geldautomaat',
    employer: 'Voorbeeld BV',
    landlord: 'Woningstichting De Linde',
    salary: 'Salaris Voorbeeld BV',
    rent: 'Huur De Linde',
    thanks: 'Uw betaling',
  },
  pt: {
    shops:
      'Continente/COMPRA 1234 CONTINENTE LISBOA/Supermercado|EDP Comercial/DD EDP COMERCIAL/Casa|Padaria São João/COMPRA PADARIA SAO JOAO/Restaurantes|Galp/COMPRA GALP ENERGIA/Transporte|Farmácia Central/FARMACIA CENTRAL/Saúde|Netflix/NETFLIX.COM/Lazer',
    kinds: 'Compra|Débito direto|Transferência|Ordenado|Devolução|Levantamento',
    employer: 'Exemplo Lda',
    landlord: 'Imobiliária Mar',
    salary: 'TRF ORDENADO EXEMPLO LDA',
    rent: 'TRF RENDA IMOBILIARIA MAR',
    thanks: 'PAGAMENTO RECEBIDO OBRIGADO',
  },
  dk: {
    shops:
      'Netto/Dankort-nota NETTO KØBENHAVN/Dagligvarer|DSB/DSB KOEBENHAVN/Transport|Ørsted/BS ØRSTED EL/Bolig|Rema 1000/REMA 1000 AARHUS/Dagligvarer|Lagkagehuset/LAGKAGEHUSET/Restaurant|YouSee/BS YOUSEE/Telefon',
    kinds: 'Dankort|Betalingsservice|Overførsel|Løn|Retur|Hæveautomat',
    employer: 'Eksempel A/S',
    landlord: 'Boligforeningen Søen',
    salary: 'Lønoverførsel Eksempel A/S',
    rent: 'BS Boligforeningen Søen',
    thanks: 'Indbetaling',
  },
  no: {
    shops:
      'Rema 1000/VARER REMA 1000 OSLO/Dagligvarer|Ruter/RUTER APP/Transport|Hafslund/HAFSLUND STRØM/Bolig|Kiwi/KIWI 505 BARCODE/Dagligvarer|Espresso House/ESPRESSO HOUSE/Restaurant|Telenor/TELENOR NORGE AS/Telefon',
    kinds: 'Varekjøp|Avtalegiro|Overføring|Lønn|Retur|Minibank',
    employer: 'Eksempel AS',
    landlord: 'Husleie Bjørnson',
    salary: 'Lønn Eksempel AS',
    rent: 'Husleie Bjørnson',
    thanks: 'Innbetaling',
  },
  se: {
    shops:
      'ICA Nära/ICA NARA STOCKHOLM/Livsmedel|SL/SL BILJETT/Transport|Vattenfall/AUTOGIRO VATTENFALL/Boende|Coop Forum/COOP FORUM/Livsmedel|Systembolaget/SYSTEMBOLAGET/Övrigt|Telia/TELIA SVERIGE AB/Telefon',
    kinds: 'Kortköp|Autogiro|Överföring|Lön|Retur|Uttag',
    employer: 'Exempel AB',
    landlord: 'Hyresvärden Åsa',
    salary: 'LÖN EXEMPEL AB',
    rent: 'HYRA ÅSA',
    thanks: 'INBETALNING',
  },
  fi: {
    shops:
      'K-Market/K-MARKET HELSINKI/Ruoka|HSL/HSL MOBIILI/Liikenne|Helen Oy/HELEN OY SÄHKÖ/Asuminen|Prisma/PRISMA ESPOO/Ruoka|Alko/ALKO KAMPPI/Muut|Elisa/ELISA OYJ/Puhelin',
    kinds: 'Korttiosto|E-lasku|Tilisiirto|Palkka|Palautus|Otto',
    employer: 'Esimerkki Oy',
    landlord: 'Vuokra Mäkinen',
    salary: 'PALKKA ESIMERKKI OY',
    rent: 'VUOKRA MÄKINEN',
    thanks: 'SUORITUS',
  },
  pl: {
    shops:
      'Biedronka/BIEDRONKA 1234 ŁÓDŹ/Żywność|Żabka/ZABKA Z1234/Żywność|PGE/PGE OBROT FAKTURA/Dom|PKP Intercity/PKP INTERCITY/Transport|Allegro/ALLEGRO SP. Z O.O./Zakupy|Apteka Słoneczna/APTEKA SLONECZNA/Zdrowie',
    kinds: 'Płatność kartą|Polecenie zapłaty|Przelew|Wynagrodzenie|Zwrot|Wypłata z bankomatu',
    employer: 'Przykład Sp. z o.o.',
    landlord: 'Spółdzielnia Świt',
    salary: 'Wynagrodzenie Przykład',
    rent: 'Czynsz Świt',
    thanks: 'Spłata karty',
  },
  cz: {
    shops:
      'Albert/ALBERT PRAHA 0123/Potraviny|ČEZ/CEZ PRODEJ ZALOHA/Bydlení|České dráhy/CD ESHOP/Doprava|Lidl/LIDL BRNO/Potraviny|Kavárna Růže/KAVARNA RUZE/Restaurace|Lékárna/LEKARNA DR MAX/Zdraví',
    kinds: 'Platba kartou|Inkaso|Odchozí úhrada|Mzda|Vrácení|Výběr z bankomatu',
    employer: 'Příklad s.r.o.',
    landlord: 'Bytové družstvo Říp',
    salary: 'Mzda Příklad s.r.o.',
    rent: 'Nájem Říp',
    thanks: 'Splátka karty',
  },
  hu: {
    shops:
      'Tesco/TESCO BUDAPEST/Élelmiszer|MVM/MVM NEXT SZAMLA/Lakás|MÁV/MAV START JEGY/Közlekedés|Spar/SPAR MAGYARORSZAG/Élelmiszer|Rossmann/ROSSMANN 123/Egészség|Telekom/MAGYAR TELEKOM/Telefon',
    kinds: 'Kártyás vásárlás|Csoportos beszedés|Átutalás|Fizetés|Visszatérítés|Készpénzfelvétel',
    employer: 'Példa Kft.',
    landlord: 'Társasház Fő utca',
    salary: 'MUNKABER PELDA KFT',
    rent: 'KOZOS KOLTSEG',
    thanks: 'BEFIZETES',
  },
  ru: {
    shops:
      'Пятёрочка/PYATEROCHKA 1234 MOSCOW/Супермаркеты|Магнит/MAGNIT MM/Супермаркеты|МТС/МТС +7 900 000/Связь|РЖД/RZD MOSCOW/Транспорт|Аптека/APTEKA 36.6/Аптеки|Кофе Хауз/KOFE HAUZ/Рестораны',
    kinds: 'Покупка|Списание|Перевод|Зарплата|Возврат|Снятие наличных',
    employer: 'ООО Пример',
    landlord: 'Иванова А.',
    salary: 'Зарплата ООО Пример',
    rent: 'Аренда',
    thanks: 'Пополнение',
  },
  jp: {
    shops:
      'セブンイレブン/セブンイレブン　渋谷店/食費|ローソン/ローソン　新宿/食費|東京電力/トウキヨウデンリヨク/水道光熱費|スターバックス/スターバツクス/外食|アマゾン/AMAZON.CO.JP/買い物|ドコモ/NTTドコモ/通信費',
    kinds: 'カード|口座振替|振込|給与|返金|ATM',
    employer: 'カ）サンプル',
    landlord: 'ヤチン　タナカ',
    salary: '給与　カ）サンプル',
    rent: 'フリコミ　ヤチン',
    thanks: 'ご入金',
  },
  tr: {
    shops:
      'Migros/MIGROS TIC AS ISTANBUL/Market|Türk Telekom/TURK TELEKOM FATURA/Fatura|Shell/SHELL PETROL AS/Yakıt|Bim/BIM A.S. 1234/Market|Kahve Dünyası/KAHVE DUNYASI/Restoran',
    kinds: 'Harcama|Otomatik ödeme|Havale|Maaş|İade|Para çekme',
    employer: 'Örnek A.Ş.',
    landlord: 'Ev Sahibi Yılmaz',
    salary: 'MAAS ODEMESI ORNEK AS',
    rent: 'KIRA',
    thanks: 'ODEMENIZ ICIN TESEKKURLER',
  },
  lt: {
    shops:
      'MAXIMA/MAXIMA LT VILNIUS/Maistas|RIMI/RIMI HYPERMARKET/Maistas|IKI/IKI KAUNAS/Maistas|TELIA/TELIA LIETUVA/Telefonas|BOLT/BOLT.EU/Transportas',
    kinds: 'K|TT|MK|D|I|AS',
    employer: 'UAB Pavyzdys',
    landlord: 'Butų ūkis',
    salary: 'Darbo užmokestis',
    rent: 'Nuoma',
    thanks: 'Įmoka',
  },
}

/** How many times the numbers of prices are those in dollars. */
const prices: ReadonlyMap<string, number> = new Map(
  'JPY=150 HUF=380 RUB=90 INR=85 CZK=23 SEK=11 NOK=11 DKK=7 PLN=4 TRY=40 ZAR=18 MXN=18 BRL=5 PHP=57 COP=4000 CLP=950 KRW=1400'
    .split(' ')
    .map((price): [string, number] => [price.slice(0, 3), Number(price.slice(4))]),
)

export type Living = {
  readonly country: string
  readonly currency: string
  /** Minor units in one unit of the currency. */
  readonly unit: number
  /** Whole units only, for banks that write no cents. */
  readonly isWhole: boolean
  readonly isCard: boolean
  readonly hasFees: boolean
}

/** The payments of about five weeks, the oldest first. */
export function livePayments(chance: Witness, living: Living): Payment[] {
  const country = countries[living.country]
  if (!country) throw new Error(`no payees for ${living.country}`)
  const pick = <Item>(items: readonly Item[]) => items[chance.below(items.length)]!
  const [card, debit, transfer, salary, refund] = country.kinds.split('|')
  const shops = country.shops.split('|').map((text) => {
    const [payee = '', ...rest] = text.split('/')
    return { payee, words: rest.slice(0, -1).join('/'), category: rest.at(-1)! }
  })
  const price = (from: number, to: number) => {
    const dollars =
      (from + chance.below((to - from) * 100) / 100) * (prices.get(living.currency) ?? 1)
    return living.isWhole || living.unit === 1
      ? Math.max(1, Math.round(dollars)) * living.unit
      : Math.round(dollars * living.unit)
  }
  const first = toDay(`2026-0${1 + chance.below(8)}-0${1 + chance.below(9)}`)
  let day = first
  const payments: Payment[] = []
  const add = (amount: number, { payee, words, category }: (typeof shops)[number], kind = '') => {
    const fee = living.hasFees && amount < 0 && chance.below(4) === 0 ? price(1, 3) : 0
    const mcc = pick(mccs)
    payments.push({
      day,
      amount: amount - fee,
      fee,
      payee,
      words,
      category,
      kind,
      mcc,
      isBooked: true,
    })
  }
  const count = 8 + chance.below(7)
  for (let index = 0; index < count; index += 1) {
    // The third row is far enough for a day that cannot be a month.
    day = addDays(day, index === 2 ? 9 + chance.below(5) : chance.below(4))
    const shop = pick(shops)
    if (index === 1) {
      const pay = { payee: country.employer, words: country.salary, category: 'Income' }
      const back = { payee: '', words: country.thanks, category: 'Payment' }
      add(
        price(living.isCard ? 200 : 1900, living.isCard ? 900 : 3400),
        living.isCard ? back : pay,
        salary,
      )
    } else if (index === 2 && !living.isCard) {
      add(
        0 - price(600, 1300),
        { payee: country.landlord, words: country.rent, category: 'Rent' },
        transfer,
      )
    } else if (index === 4) add(price(5, 60), shop, refund)
    else add(0 - price(2, index % 3 === 0 ? 140 : 40), shop, index % 4 === 0 ? debit : card)
  }
  return payments
}
