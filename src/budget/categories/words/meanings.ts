/**
 * Meanings of spending, independent of their source, each with the names that people and banks give it in twelve languages:
 * en, es, de, fr, it, nl, pt, da, no, sv, pl, cs.
 */
export const meanings = {
  food: {
    names:
      'food|food & drink|food and drink|food & dining|comida|comida y bebida|alimentación|essen|essen & trinken|essen und trinken|ernährung|nourriture|alimentation|cibo|alimentazione|eten|eten & drinken|comida e bebida|alimentação|mad|mad og drikke|mat|mat og drikke|mat & dryck|jedzenie|żywność|jídlo|jídlo a pití',
  },
  groceries: {
    names:
      'groceries|grocery|supermarket|supermarkets|food & groceries|supermercado|supermercados|la compra|lebensmittel|supermarkt|einkauf|lebensmittel & getränke|courses|épicerie|supermarché|spesa|supermercato|boodschappen|mercado|compras de supermercado|mercearia|dagligvarer|dagligvare|indkøb|livsmedel|matvaror|zakupy spożywcze|artykuły spożywcze|spożywcze|potraviny|nákupy potravin',
    broader: 'food',
  },
  restaurants: {
    names:
      'restaurants|restaurant|eating out|dining|dining out|eating & drinking out|fast food|takeaway|takeaways|restaurants & bars|bars & restaurants|restaurantes|restaurante|comer fuera|bares y restaurantes|essen gehen|gastronomie|restaurants & cafés|restaurants et bars|restos|ristoranti|ristorante|ristoranti e bar|uit eten|horeca|restaurantes e bares|comer fora|restaurant og café|spise ute|restaurang|restauranger|restaurang & café|restauracje|jedzenie na mieście|restaurace|restaurace a kavárny',
    broader: 'food',
  },
  coffee: {
    names:
      'coffee|coffee shops|coffee shop|cafés|cafe|café|cafetería|cafeterías|kaffee|caffè|koffie|kaffe|fika|kawiarnie|kawa|kavárny|káva',
    broader: 'restaurants',
  },
  bars: {
    names:
      'bars|bar|pubs|alcohol & bars|alcohol|nightlife|copas|ausgehen|alkohol|sorties|vita notturna|uitgaan|byture|uteliv|krogen|bary|hospody',
    broader: 'restaurants',
  },
  shopping: {
    names:
      'shopping|general merchandise|merchandise|department stores|shopping & more|compras|einkaufen|onlineshopping|achats|achats & shopping|acquisti|winkelen|aankopen|handel|indkøb og shopping|zakupy|nákupy|nakupování',
  },
  clothing: {
    names:
      'clothing|clothes|clothing & shoes|apparel|fashion|ropa|ropa y calzado|moda|kleidung|mode|bekleidung|vêtements|habillement|abbigliamento|kleding|kleding & schoenen|roupa|vestuário|tøj|tøj og sko|klær|klær og sko|kläder|kläder & skor|ubrania|odzież|odzież i obuwie|oblečení|oblečení a obuv',
    broader: 'shopping',
  },
  electronics: {
    names:
      'electronics|electronics & software|computers|electrónica|tecnología|elektronik|technik|électronique|high-tech|elettronica|tecnologia|elektronica|eletrónica|eletrônica|elektronikk|elektronika',
    broader: 'shopping',
  },
  household: {
    names:
      'household|home & garden|home and garden|home goods|furniture|furnishings|home improvement|garden|diy|hogar|casa y jardín|muebles|haushalt|haus & garten|möbel|einrichtung|maison|maison & jardin|ameublement|bricolage|casa|casa e giardino|arredamento|huishouden|huis & tuin|wonen & inrichting|casa e jardim|husholdning|hus og have|bolig og indretning|hus og hage|interiør|hem & trädgård|hushåll|hem och hushåll|dom i ogród|wyposażenie domu|domácnost|dům a zahrada',
    broader: 'shopping',
  },
  books: {
    names:
      'books|books & newspapers|libros|bücher|livres|libri|boeken|livros|bøger|bøker|böcker|książki|knihy',
    broader: 'shopping',
  },
  gifts: {
    names:
      'gifts|gift|presents|gifts & donations|gifts and donations|regalos|regalos y donaciones|geschenke|geschenke & spenden|cadeaux|cadeaux & dons|regali|regali e donazioni|cadeaus|cadeaus & giften|presentes|presentes e doações|gaver|gaver og bidrag|presenter|gåvor|prezenty|prezenty i darowizny|dárky|dárky a dary',
    broader: 'shopping',
  },
  transport: {
    names:
      'transport|transportation|public transport|public transportation|transit|bus & train|transporte|transporte público|verkehr|öpnv|öffentliche verkehrsmittel|mobilität|bus & bahn|transports|transports en commun|trasporti|mezzi pubblici|vervoer|openbaar vervoer|transportes|transportes públicos|offentlig transport|kollektivtransport|kollektivtrafik|transporter|komunikacja|transport publiczny|doprava|mhd|commute',
  },
  car: {
    names:
      'car|cars|auto|automotive|vehicle|gas/automotive|auto & transport|coche|vehículo|carro|voiture|auto & moto|macchina|automobile|bil|bil og transport|samochód|auto i transport|vůz',
    broader: 'transport',
  },
  fuel: {
    names:
      'fuel|gas|gas & fuel|gas stations|petrol|gasoline|gasolina|combustible|carburante|tanken|benzin|kraftstoff|carburant|essence|benzina|brandstof|benzine|combustível|brændstof|drivstoff|bensin|bränsle|drivmedel|paliwo|pohonné hmoty|benzín|fuel/gas',
    broader: 'car',
  },
  parking: {
    names:
      'parking|tolls|parking & tolls|parking and tolls|aparcamiento|aparcamiento y peajes|peajes|parken|parken & maut|maut|péages|parking & péages|parcheggio|parcheggi e pedaggi|pedaggi|parkeren|parkeren & tol|estacionamento|portagens|parkering|parkering og bompenger|parkering & vägtull|parkowanie|parkování|parkovné',
    broader: 'car',
  },
  taxi: {
    names:
      'taxi|taxis|ride share|rides|rideshare|taxi & ride share|rides & taxis|taxi e ncc|táxi|taxa|taksi|taksówki',
    broader: 'transport',
  },
  travel: {
    names:
      'travel|travel/ entertainment|holidays|holiday|vacation|trips|viajes|vacaciones|reisen|urlaub|reisen & urlaub|voyages|vacances|viaggi|viaggi e vacanze|vacanze|reizen|vakantie|viagens|férias|rejser|ferie|reise|reiser|resor|semester|podróże|wakacje|cestování|dovolená',
  },
  flights: {
    names:
      'flights|air travel|airlines|vuelos|flüge|vols|voli|vluchten|voos|fly|flybilletter|flyg|loty|letenky',
    broader: 'travel',
  },
  lodging: {
    names:
      'lodging|hotel|hotels|accommodation|alojamiento|hoteles|unterkunft|hotels & unterkünfte|hébergement|alloggio|alberghi|overnachting|alojamento|hospedagem|overnatning|overnatting|boende|hotell|noclegi|hotele|ubytování|hotely',
    broader: 'travel',
  },
  health: {
    names:
      'health|healthcare|health care|medical|medical services|doctor|health & wellness|salud|médicos|gesundheit|arzt|santé|frais médicaux|salute|spese mediche|gezondheid|zorg|saúde|sundhed|helse|hälsa|sjukvård|zdrowie|zdraví',
  },
  pharmacy: {
    names:
      'pharmacy|pharmacies|drugstore|drugstores|chemist|farmacia|apotheke|drogerie|pharmacie|apotheek|drogist|farmácia|apotek|apteka|lékárna',
    broader: 'health',
  },
  fitness: {
    names:
      'fitness|gym|gyms|sport|sports|health & fitness|sports & fitness|sporting goods|deporte|deportes|gimnasio|palestra|sport & fitness|sporten|desporto|esporte|ginásio|academia|træning|trening|träning|siłownia|sport i rekreacja|posilovna',
    broader: 'health',
  },
  beauty: {
    names:
      'beauty|personal care|hair|cosmetics|belleza|cuidado personal|schönheit|körperpflege|kosmetik|beauté|soins|bellezza|cura personale|cura della persona|verzorging|persoonlijke verzorging|beleza|cuidados pessoais|personlig pleje|personlig pleie|personlig vård|skönhet|uroda|kosmetyki|kosmetika|osobní péče',
  },
  entertainment: {
    names:
      'entertainment|fun|leisure|going out|ocio|entretenimiento|freizeit|unterhaltung|loisirs|divertissement|divertimento|svago|tempo libero|vrije tijd|ontspanning|lazer|entretenimento|underholdning|fritid|fornøjelser|nöje|nöjen|rozrywka|zábava|volný čas',
  },
  subscriptions: {
    names:
      'subscriptions|subscription|streaming|suscripciones|abos|abonnements|abonnemente|abbonamenti|abonnementen|assinaturas|subscrições|abonnementer|prenumerationer|subskrypcje|abonamenty|předplatné',
    broader: 'entertainment',
  },
  games: {
    names: 'games|gaming|juegos|spiele|jeux|giochi|spellen|jogos|spil|spill|spel|gry|hry',
    broader: 'entertainment',
  },
  education: {
    names:
      'education|school|tuition|educación|estudios|bildung|schule|ausbildung|éducation|études|scolarité|istruzione|scuola|onderwijs|opleiding|educação|uddannelse|utdanning|utbildning|edukacja|szkoła|nauka|vzdělávání|vzdělání|škola',
  },
  children: {
    names:
      'children|kids|childcare|family|family & kids|niños|hijos|familia|kinder|familie|enfants|famille|bambini|figli|famiglia|kinderen|gezin|crianças|filhos|família|børn|barn|barn og familie|familj|dzieci|rodzina|děti|rodina',
  },
  pets: {
    names:
      'pets|pet|pet care|mascotas|haustiere|tiere|animaux|animali|animali domestici|huisdieren|animais|animais de estimação|kæledyr|husdyr|husdjur|zwierzęta|zwierzęta domowe|domácí mazlíčci|zvířata',
  },
  housing: {
    names:
      'housing|home|house|vivienda|piso|wohnen|wohnung|logement|habitation|abitazione|wonen|huis|moradia|habitação|bolig|hus|boende & hus|bostad|mieszkanie|dom|bydlení|byt',
  },
  rent: {
    names:
      'rent|rent & mortgage|rent or mortgage|alquiler|alquiler e hipoteca|renta|miete|miete & hypothek|loyer|affitto|affitto e mutuo|huur|huur & hypotheek|aluguel|renda|husleje|husleie|hyra|czynsz|wynajem|nájem|nájemné',
    broader: 'housing',
  },
  mortgage: {
    names:
      'mortgage|mortgage & rent|rent & mortgage|rent or mortgage|hipoteca|alquiler e hipoteca|hypothek|baufinanzierung|miete & hypothek|prêt immobilier|crédit immobilier|mutuo|affitto e mutuo|hypotheek|huur & hypotheek|crédito habitação|boliglån|realkredit|bolån|kredyt hipoteczny|hypotéka',
    broader: 'housing',
  },
  utilities: {
    names:
      'utilities|bills|bills & utilities|bills and services|household bills|suministros|facturas|recibos|nebenkosten|versorger|factures|charges|bollette|utenze|vaste lasten|nutsvoorzieningen|contas|contas da casa|forsyning|regninger|räkningar|rachunki|opłaty|media|energie a služby|služby domácnosti|účty',
    broader: 'housing',
  },
  energy: {
    names:
      'electricity|energy|power|electricity & gas|gas & electricity|luz|luz y gas|electricidad|energía|strom|strom & gas|energie|électricité|électricité & gaz|énergie|elettricità|luce e gas|energia|stroom|gas & licht|eletricidade|el og varme|strøm|el & värme|elräkning|prąd|prąd i gaz|elektřina|elektřina a plyn',
    broader: 'utilities',
  },
  water: {
    names: 'water|agua|wasser|eau|acqua|água|vand|vann|vatten|woda|voda',
    broader: 'utilities',
  },
  communication: {
    names:
      'phone|internet|mobile|phone & internet|internet & phone|phone and internet|internet & cable|telephone|telecommunications|communication|teléfono|teléfono e internet|móvil|telefon|telefon & internet|handy|kommunikation|téléphone|téléphone & internet|mobile & internet|telefono|telefono e internet|telefonia|telefoon|telefoon & internet|telefone|telefone e internet|telemóvel|telecomunicações|mobil|mobil og internet|telefon og internett|mobil & bredband|telefon i internet|telefon a internet|mobil a internet',
    broader: 'utilities',
  },
  insurance: {
    names:
      'insurance|insurances|seguros|seguro|versicherung|versicherungen|assurance|assurances|assicurazione|assicurazioni|verzekering|verzekeringen|forsikring|forsikringer|försäkring|försäkringar|ubezpieczenie|ubezpieczenia|pojištění',
  },
  loans: {
    names:
      'loans|loan|debt|debts|loan payments|préstamos|deudas|kredite|kredit|schulden|prêts|crédits|prestiti|debiti|leningen|empréstimos|dívidas|lån|gjeld|gæld|skulder|kredyty|pożyczki|úvěry|půjčky',
  },
  taxes: {
    names:
      'taxes|tax|impuestos|steuern|steuer|impôts|impôts & taxes|tasse|imposte|belasting|belastingen|impostos|skat|skatter|skatt|skatter og avgifter|podatki|daně',
  },
  fees: {
    names:
      'fees|bank fees|fees & charges|fees & adjustments|fee/interest charge|fee|comisiones|comisiones bancarias|gebühren|bankgebühren|kontogebühren|frais|frais bancaires|commissioni|spese bancarie|kosten|bankkosten|comissões|taxas|gebyrer|gebyr|avgifter|bankavgifter|opłaty bankowe|prowizje|poplatky|bankovní poplatky',
  },
  cash: {
    names:
      'cash|atm|atms|cash withdrawal|cash withdrawals|cash & atm|efectivo|cajero|cajeros|bargeld|geldautomat|espèces|retraits|contanti|prelievi|contant|geldopname|geldopnames|dinheiro|levantamentos|kontanter|kontantuttag|gotówka|wypłaty|wypłata gotówki|hotovost|výběry',
  },
  charity: {
    names:
      'charity|donations|giving|gifts & donations|gifts and donations|donaciones|regalos y donaciones|spenden|geschenke & spenden|dons|cadeaux & dons|donazioni|beneficenza|regali e donazioni|giften|goede doelen|cadeaus & giften|doações|presentes e doações|velgørenhed|bidrag|gaver og bidrag|veldedighet|välgörenhet|darowizny|prezenty i darowizny|dary|dárky a dary',
  },
  services: {
    names:
      'services|professional services|business services|servicios|dienstleistungen|prestations|servizi|diensten|serviços|tjenester|tjänster|usługi|služby',
  },
  government: {
    names:
      'government|government services|public services|fines|multas|administración|behörden|bußgelder|administration|amendes|multe|boetes|overheid|coimas|bøder|bøter|böter|mandaty|pokuty',
    broader: 'taxes',
  },
  income: {
    names:
      'income|other income|benefits|pension|ingresos|otros ingresos|einkommen|einnahmen|einkünfte|revenus|entrate|reddito|inkomen|inkomsten|renda|rendimentos|receitas|indtægter|indkomst|inntekt|inntekter|inkomst|inkomster|przychody|dochody|wpływy|příjmy|příjem',
  },
  salary: {
    names:
      'salary|wages|wage|paycheck|paychecks|payroll|nómina|sueldo|salario|gehalt|lohn|lohn & gehalt|salaire|salaires|stipendio|salaris|loon|ordenado|salário|løn|lønn|lön|wynagrodzenie|pensja|mzda|plat|výplata',
    broader: 'income',
  },
  interest: {
    names:
      'interest|dividends|interest & dividends|investment income|intereses|dividendos|zinsen|zinsen & dividenden|kapitalerträge|intérêts|dividendes|interessi|dividendi|rente|juros|renter|räntor|ränta|odsetki|úroky',
    broader: 'income',
  },
  transfer: {
    names:
      'transfer|transfers|internal transfer|transferencias|umbuchung|umbuchungen|überträge|virements|virements internes|trasferimenti|giroconti|overboekingen|transferências|overførsler|overføringer|överföringar|przelewy|przelewy własne|převody',
  },
  savings: {
    names:
      'savings|saving|savings & investments|investments|ahorro|ahorros|inversiones|sparen|ersparnisse|geldanlage|épargne|placements|risparmi|risparmio|investimenti|spaarrekening|besparingen|poupança|poupanças|investimentos|opsparing|sparing|sparande|oszczędności|inwestycje|spoření|úspory|investice',
    broader: 'transfer',
  },
  card_payment: {
    names:
      'credit card payment|credit card payments|card payment|credit card|payment/credit|payments and credits|pago tarjeta|pago de tarjeta|kreditkarte|kreditkartenabrechnung|carte de crédit|carta di credito|creditcard|cartão de crédito|kreditkort|karta kredytowa|kreditní karta',
    broader: 'transfer',
  },
} as const satisfies Record<string, { readonly names: string; readonly broader?: string }>

export type Meaning = keyof typeof meanings
