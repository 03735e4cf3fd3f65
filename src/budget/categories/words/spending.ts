import type { Meaning } from './meanings.ts'

/**
 * Words and phrases of payments that go out and what they mean, in twelve languages: en, de, fr, es, it, nl, pt, da and no
 * and sv, pl, cs. They are plain (`plain-words.ts`): lower case, no accents, ø as o, æ as ae, ł as l.
 */
export const spendingWords = {
  groceries:
    'supermarket|supermarkets|grocery|groceries|grocer|grocers|greengrocer|butcher|butchers|bakery|bakers|bakehouse|deli|delicatessen|fishmonger|farmers market|farm shop|minimart|mini mart|food market|foods market|convenience store|liquor store|off licence|wine shop|' +
    'supermarkt|lebensmittel|backerei|baeckerei|backstube|backhaus|metzgerei|fleischerei|schlachterei|konditorei|bioladen|biomarkt|getrankemarkt|getraenkemarkt|hofladen|wochenmarkt|reformhaus|' +
    'supermarche|hypermarche|epicerie|boulangerie|boucherie|charcuterie|fromagerie|patisserie|poissonnerie|primeur|primeurs|' +
    'supermercado|supermercados|hipermercado|alimentacion|fruteria|carniceria|panaderia|pescaderia|pasteleria|ultramarinos|verduleria|' +
    'supermercato|supermercati|ipermercato|alimentari|panificio|panetteria|macelleria|salumeria|ortofrutta|pescheria|' +
    'supermarkten|bakkerij|bakker|slagerij|slager|slijterij|groenteboer|kaashandel|' +
    'mercearia|padaria|talho|minimercado|acougue|hortifruti|peixaria|' +
    'supermarked|bakeriet|bageriet|dagligvarer|dagligvare|bageri|slagter|kobmand|bakeri|livsmedel|mataffar|saluhall|matbutikk|' +
    'spozywczy|spozywcze|delikatesy|piekarnia|cukiernia|warzywniak|miesny|' +
    'potraviny|pekarna|pekarstvi|reznictvi|vecerka|samoobsluha',
  restaurants:
    'restaurant|restaurants|diner|grill|steakhouse|pizza|pizzeria|pizzas|burger|burgers|kebab|kebap|sushi|ramen|noodles|noodle bar|bbq|taqueria|tacos|bistro|brasserie|takeaway|take away|eatery|tandoori|fish chips|fish and chips|fish bar|chip shop|thai|bagels|food court|canteen|catering|' +
    'gasthaus|gasthof|gaststatte|gaststaette|gastronomie|wirtshaus|imbiss|doner|doener|lieferservice|pizzaservice|kantine|mensa|ratskeller|biergarten|heuriger|beisl|schnellrestaurant|eiscafe|eisdiele|' +
    'creperie|rotisserie|restauration|cantine|' +
    'restaurante|restaurantes|meson|asador|marisqueria|taberna|hamburgueseria|hamburgueria|hamburgeria|sorveteria|ijssalon|isbar|autogrill|chiringuito|arroceria|tapas|' +
    'ristorante|ristoranti|trattoria|osteria|rosticceria|paninoteca|gelateria|ristorazione|tavola calda|' +
    'eetcafe|eethuis|snackbar|cafetaria|pannenkoekenhuis|frituur|lunchroom|bedrijfsrestaurant|' +
    'churrascaria|marisqueira|tasca|lanchonete|' +
    'restaurang|kro|spisested|gatekjokken|krog|grillbar|lunchrestaurang|' +
    'restauracja|restauracje|pierogarnia|karczma|jadlodajnia|bar mleczny|' +
    'restaurace|pizzerie|jidelna|hostinec|rychle obcerstveni',
  coffee:
    'coffee|cafe|cafes|caffe|kaffee|kaffeehaus|kafe|kaffe|kaffebar|espresso|espresso bar|cafeteria|roastery|roasters|coffee roasters|tea room|tearoom|teahouse|koffie|pasticceria|konditori|kavarna|kawiarnia|cukrarna|kafeteria|salon de the',
  fuel:
    'petrol|gas station|filling station|service station|petrol station|fuel|fuels|ev charging|charging station|' +
    'tankstelle|tanken|autohof|ladestation|ladesaule|ladesaeule|' +
    'station essence|station service|carburant|carburants|borne de recharge|' +
    'gasolinera|estacion de servicio|estacion servicio|gasolina|combustible|combustibles|recarga electrica|' +
    'distributore|carburante|carburanti|benzinaio|stazione di servizio|' +
    'tankstation|benzine|laadpaal|posto de combustivel|combustivel|combustiveis|posto gasolina|auto posto|' +
    'benzintank|bensinstasjon|bensinstation|bensin|benzin|drivmedel|drivstoff|ladestasjon|laddstation|' +
    'stacja paliw|paliwo|paliwa|cerpaci stanice|pohonne hmoty|benzina',
  parking:
    'parking|car park|carpark|parking meter|toll|tolls|tollway|turnpike|expressway|' +
    'parkhaus|parkplatz|parkgebuhr|parkgebuehr|parkschein|parkraum|tiefgarage|maut|vignette|' +
    'stationnement|parcmetre|peage|peages|autoroute|autoroutes|' +
    'aparcamiento|estacionamiento|peaje|peajes|autopista|autopistas|zona azul|' +
    'parcheggio|parcheggi|pedaggio|pedaggi|autostrade|autostrada|' +
    'parkeren|parkeergarage|parkeergeld|estacionamento|portagem|portagens|' +
    'parkering|parkeringshus|bompenger|bompassering|bropenge|trangselskatt|' +
    'parkowanie|parkomat|parkovani|parkovne|dalnicni znamka',
  taxi: 'taxi|taxis|cab|cabs|minicab|radiotaxi|radio taxi|taksi|taxa|taxicab|taxi service|taksowka|taxisluzba',
  transport:
    'metro|railway|railways|rail|bus|buses|tram|tramway|train|trains|transit|ferry|ferries|bike share|e scooter|' +
    'bahn|deutschlandticket|verkehrsbetriebe|verkehrsverbund|verkehrsgesellschaft|nahverkehr|fahrkarte|fahrkarten|fahrschein|monatskarte|semesterticket|u bahn|s bahn|' +
    'sncf|ratp|navigo|tisseo|transports en commun|' +
    'renfe|autobus|autobuses|cercanias|tranvia|bonobus|' +
    'trenitalia|italo|biglietteria|autolinee|trasporti pubblici|' +
    'ov chipkaart|ov chip|ns reizigers|openbaar vervoer|trein|treinkaartje|' +
    'comboios|metropolitano|carris|autocarros|passe navegante|' +
    'rejsekort|togbillet|togbillett|kollektivtrafik|kollektivtrafikk|lokaltrafik|reisekort|bussbillett|bussbiljett|tagbiljett|' +
    'pkp|komunikacja miejska|bilet|bilet miesieczny|koleje|' +
    'ceske drahy|dopravni podnik|jizdenka|jizdenky|mhd|autobusova',
  car:
    'car wash|carwash|garage|auto repair|auto parts|autoparts|tyres|tires|tire|tyre|mechanic|mot test|car service|auto service|dmv|car dealer|automotive|' +
    'autohaus|werkstatt|kfz werkstatt|autowerkstatt|kfz service|reifen|waschstrasse|autowasche|autowaesche|tuv|tuev|dekra|hauptuntersuchung|adac|' +
    'lavage auto|controle technique|pneus|carrosserie|' +
    'taller|talleres|neumaticos|lavado coches|lavadero|autolavado|itv|recambios|' +
    'officina|autofficina|autolavaggio|gommista|carrozzeria|revisione auto|' +
    'autobedrijf|banden|wasstraat|apk|oficina|lavagem auto|' +
    'bilvask|autovaerksted|vaerksted|verksted|bilverkstad|bilverksted|bilbesiktning|daek|dekk|dack|' +
    'myjnia|warsztat|opony|mechanik|autoservis|pneuservis|myci linka|autoumyvarna|stk',
  flights:
    'airlines|airways|airline|air lines|aerolineas|lineas aereas|fluggesellschaft|flug|fluge|compagnie aerienne|linee aeree|flybilletter|flybillet|flygbolag|lotnicze|letenky|aeroporto duty free',
  lodging:
    'hotel|hotels|hostel|hostels|hostal|motel|bed breakfast|bed and breakfast|guesthouse|guest house|resort|holiday inn|' +
    'ferienwohnung|ferienhaus|jugendherberge|campingplatz|camping|pensionszimmer|' +
    'auberge|gite|gites|chambre d hotes|parador|albergue|alojamiento|' +
    'albergo|agriturismo|alberghi|vakantiepark|pousada|hospedagem|alojamento local|' +
    'hotell|vandrarhem|vandrerhjem|pensjonat|noclegi|nocleg|penzion|ubytovani|ubytovna',
  travel:
    'travel|tours|car rental|rent a car|car hire|cruise|cruises|holidays|tour operator|' +
    'reiseburo|reisebuero|reisen|pauschalreise|autovermietung|mietwagen|' +
    'agence de voyages|voyages|location de voiture|viajes|alquiler de coches|alquiler coche|' +
    'viaggi|agenzia viaggi|autonoleggio|reisbureau|reizen|autoverhuur|viagens|rejser|rejsebureau|resebyra|reisebyra|biluthyrning|bilutleie|biludlejning|' +
    'biuro podrozy|cestovni kancelar|ck fischer|autopujcovna',
  clothing:
    'clothing|clothes|fashion|fashions|shoes|boutique|apparel|menswear|womenswear|footwear|tailor|jeans|outfitters|' +
    'bekleidung|modehaus|moden|schuhe|schuhhaus|textilhaus|trachten|' +
    'vetements|chaussures|pret a porter|zapateria|zapatos|ropa|calzados|' +
    'abbigliamento|calzature|scarpe|kleding|schoenen|kledingzaak|roupa|sapataria|calcado|' +
    'tojbutik|skobutik|klaer|klader|skor|odziez|obuwie|obleceni|obuv',
  electronics:
    'electronics|computer|computers|hifi|elektronik|elektronikk|elektronika|electronica|elettronica|electronique|informatica|informatique|elektromarkt|elektrofachmarkt',
  household:
    'furniture|hardware|hardware store|garden centre|garden center|diy|home improvement|homeware|homewares|lumber|dry cleaners|dry cleaning|laundry|laundromat|launderette|mattress|locksmith|plumber|plumbing|' +
    'baumarkt|heimwerkermarkt|mobel|moebel|mobelhaus|moebelhaus|gartencenter|gartnerei|gaertnerei|haushaltswaren|waschsalon|wascherei|waescherei|textilreinigung|eisenwaren|kuchenstudio|kuechenstudio|schlusseldienst|schluesseldienst|' +
    'bricolage|jardinerie|quincaillerie|meubles|pressing|laverie|' +
    'ferreteria|muebles|tintoreria|lavanderia|decoracion|' +
    'ferramenta|arredamento|arredamenti|mobili|casalinghi|' +
    'bouwmarkt|tuincentrum|meubels|meubel|wasserette|stomerij|moveis|ferragens|' +
    'byggemarked|byggevarehus|mobler|hagesenter|plantagen|tradgard|renseri|kemtvatt|jernhandel|jarnhandel|' +
    'meble|ogrodniczy|market budowlany|pralnia|nabytek|zahradnictvi|hobby market|hobbymarket|cistirna|zelezarstvi',
  books:
    'bookshop|bookstore|books|bookseller|buchhandlung|bucher|buecher|librairie|libreria|boekhandel|livraria|boghandel|bokhandel|bokhandeln|ksiegarnia|knihkupectvi|antikvariat',
  gifts:
    'florist|florists|flowers|gift shop|gifts|blumen|blumenladen|blumenhaus|fleuriste|fleurs|floristeria|floristerias|fiorista|fiori|bloemen|bloemist|florista|flores|blomster|blommor|blomsterhandel|kwiaciarnia|kvetinarstvi|kvetiny|jewellers|jeweller|jewelers|jeweler|juwelier|bijouterie|joyeria|gioielleria',
  shopping:
    'department store|gift card|webshop|online shop|stationery|variety store|dollar store|pound shop|charity shop|thrift|kaufhaus|warenhaus|schreibwaren|papeterie|papeleria|cartoleria|grand magasin|grands magasins|grandes almacenes|bazar|centro comercial|warenhuis|kiosk|tabacs|tabac|estanco|tabaccheria|tabacchi|newsagent|newsagents|papelaria|tabacaria|varehus|varuhus|papirnictvi|drogeria i kosmetyki|trafika',
  pharmacy:
    'pharmacy|pharmacies|chemist|chemists|drugstore|drug store|apotheke|apotheken|drogerie|drogeriemarkt|pharmacie|parapharmacie|farmacia|farmacias|parafarmacia|farmacie|apotheek|drogist|drogisterij|drogaria|apotek|apoteket|apteka|apteki|lekarna',
  health:
    'dental|dentist|dentists|doctor|doctors|clinic|hospital|medical|medical center|medical centre|physio|physiotherapy|optician|opticians|optical|optometrist|chiropractor|health centre|urgent care|therapy|' +
    'zahnarzt|zahnarzte|zahnaerzte|zahnarztpraxis|arzt|arztin|aerztin|arztpraxis|gemeinschaftspraxis|hausarzt|klinik|klinikum|krankenhaus|physiotherapie|optiker|optik|augenarzt|orthopadie|orthopaedie|psychotherapie|praxis|laborarzt|privatarztliche|pvs|sanitatshaus|sanitaetshaus|' +
    'medecin|dentiste|clinique|hopital|opticien|cabinet medical|laboratoire|kinesitherapeute|centre hospitalier|' +
    'dentista|clinica|clinica dental|medico|optica|fisioterapia|odontologia|ortodoncia|policlinica|' +
    'studio dentistico|studio medico|ospedale|ottica|ambulatorio|poliambulatorio|analisi cliniche|odontoiatra|' +
    'tandarts|tandartspraktijk|huisarts|ziekenhuis|fysiotherapie|fysio|clinica dentaria|oftalmologia|' +
    'tandlaege|tandlaegen|laegehus|laege|tannlege|tannlegen|legesenter|legekontor|lege|legevakt|tandlakare|tandvard|vardcentral|sjukhus|folktandvarden|sykehus|fysioterapi|' +
    'dentysta|stomatolog|stomatologia|lekarz|przychodnia|szpital|optyk|gabinet|zubar|zubni|lekar|nemocnice|optika|poliklinika|ordinace',
  fitness:
    'gym|fitness|fitness club|yoga|pilates|crossfit|health club|sports club|leisure centre|sports centre|swimming|swimming pool|tennis|tennis club|golf|golf club|climbing|boxing|bike shop|' +
    'fitnessstudio|sportverein|sportstudio|schwimmbad|hallenbad|freibad|turnverein|tennisverein|fussballverein|fahrrad|fahrrader|kletterhalle|' +
    'salle de sport|piscine|club de sport|' +
    'gimnasio|polideportivo|deportes|piscina municipal|' +
    'palestra|piscina|centro sportivo|sportschool|zwembad|fietsen|fietsenwinkel|ginasio|academia fitness|' +
    'traening|fitnesscenter|treningssenter|treningsstudio|svommehal|simhall|gym kort|sykkel|cykler|cyklar|friskis|' +
    'silownia|klub fitness|posilovna|fitko|fitcentrum|rowery',
  beauty:
    'hair|hairdresser|hairdressers|salon|barber|barbers|barbershop|nails|nail bar|nail salon|day spa|beauty|beauty salon|cosmetics|massage|perfume|' +
    'friseur|friseursalon|frisor|frisoer|friseure|coiffeur|kosmetik|kosmetikstudio|nagelstudio|haarstudio|parfumerie|perfumeria|' +
    'coiffure|institut de beaute|peluqueria|barberia|estetica|centro estetica|' +
    'parrucchiere|parrucchieri|parrucchiera|barbiere|estetista|centro estetico|profumeria|' +
    'kapper|kapsalon|schoonheidssalon|cabeleireiro|cabeleireiros|barbearia|perfumaria|' +
    'frisorsalong|frisorsalon|harklipp|salong|skonhetssalong|hudpleie|' +
    'fryzjer|salon fryzjerski|salon urody|kosmetyczka|kadernictvi|holicstvi|kosmetika',
  entertainment:
    'cinema|cinemas|theatre|theater|theatres|museum|museums|zoo|concert|concerts|bowling|arcade|theme park|festival|event tickets|ticketshop|movies|playhouse|lottery|casino|betting|bingo|' +
    'kino|kinos|konzert|konzertkasse|freizeitpark|tierpark|oper|opernhaus|lotto|lotterie|toto|eintrittskarten|escape room|' +
    'musee|spectacle|spectacles|parc d attractions|loterie|' +
    'cine|cines|teatro|museo|parque de atracciones|entradas|loterias|loteria|' +
    'biglietti teatro|teatri|musei|parco divertimenti|lotteria|bioscoop|pretpark|schouwburg|dierentuin|loterij|' +
    'museu|bilheteira|jogos santa casa|' +
    'biograf|teater|forlystelsespark|fornojelsespark|lykkespil|konsert|bio filmstaden|' +
    'muzeum|teatr|bilety do kina|divadlo|vstupenky|koncert',
  education:
    'school|college|university|tuition|academy of|driving school|student union|school fees|' +
    'schule|grundschule|gymnasium|universitat|universitaet|hochschule|studiengebuhr|studiengebuehr|semesterbeitrag|volkshochschule|vhs|fahrschule|musikschule|nachhilfe|sprachschule|studentenwerk|' +
    'ecole|universite|scolarite|lycee|formation|auto ecole|' +
    'escuela|colegio|universidad|matricula|autoescuela|instituto|academia|' +
    'scuola|universita|retta scolastica|autoscuola|tasse universitarie|' +
    'opleiding|cursus|lesgeld|collegegeld|rijschool|hogeschool|universiteit|escola|universidade|propina|propinas|' +
    'skole|universitet|kursus|koreskole|trafikkskole|korskola|trafikskola|utbildning|musikkskole|' +
    'szkola|uczelnia|uniwersytet|kurs jezykowy|czesne|nauka jazdy|autoskola|skolne|univerzita|jazykova skola',
  children:
    'childcare|child care|nursery|preschool|pre school|daycare|day care|after school club|kindergarten|toys|babysitter|' +
    'kita|kiga|kindertagesstatte|kindertagesstaette|kindertageseinrichtung|kinderkrippe|krippe|hort|kinderbetreuung|tagesmutter|spielwaren|spielzeug|' +
    'guarderia|escuela infantil|jugueteria|juguetes|comedor escolar|' +
    'creche|garderie|assistante maternelle|periscolaire|jouets|cantine scolaire|' +
    'asilo nido|asilo|nido|giocattoli|mensa scolastica|' +
    'kinderopvang|kinderdagverblijf|bso|gastouder|speelgoed|infantario|jardim de infancia|brinquedos|' +
    'bornehave|vuggestue|daginstitution|dagtilbud|barnehage|sfo|forskola|fritids|dagis|legetoj|leksaker|leker|' +
    'przedszkole|zlobek|zabawki|materska skola|skolka|druzina|hracky',
  pets:
    'pet|pets|pet shop|petshop|pet store|pet food|veterinary|vet|vets|veterinarian|animal hospital|animal clinic|kennels|dog grooming|' +
    'tierarzt|tierarztin|tieraerztin|tierarztpraxis|tierklinik|tierbedarf|tiernahrung|zoohandlung|hundeschule|futterhaus|' +
    'veterinaire|animalerie|toilettage|veterinario|veterinaria|clinica veterinaria|mascotas|' +
    'ambulatorio veterinario|toelettatura|dierenarts|dierenwinkel|dierenkliniek|dierenspeciaalzaak|' +
    'dyrlaege|dyreklinik|dyrehandel|dyrlege|dyrebutikk|veterinar|djurklinik|djurkliniken|zoobutik|' +
    'zoologiczny|weterynarz|weterynaria|gabinet weterynaryjny|veterina|zverolekar|chovatelske potreby',
  housing:
    'ground rent|hoa|hoa dues|homeowners association|strata|body corporate|condo fee|condo fees|' +
    'hausgeld|wohngeldzahlung|eigentumergemeinschaft|eigentuemergemeinschaft|wohnungseigentumer|weg|' +
    'copropriete|charges copropriete|charges de copropriete|syndic|' +
    'comunidad|comunidad propietarios|comunidad de propietarios|comunidad prop|com prop|cdad prop|' +
    'condominio|spese condominiali|rata condominio|vve|vve bijdrage|servicekosten|' +
    'ejerforening|grundejerforening|sameie|fellesutgifter|borettslag|brf|bostadsrattsforening|samfallighet|' +
    'wspolnota|wspolnota mieszkaniowa|svj|fond oprav|spolecenstvi vlastniku',
  rent:
    'rent|rents|rent payment|house rent|room rent|flat rent|letting|lettings|landlord|miete|kaltmiete|warmmiete|wohnungsmiete|mietzahlung|mietzins|garagenmiete|' +
    'loyer|loyers|alquiler|alquiler piso|arrendamiento|affitto|canone di locazione|locazione|canone locazione|' +
    'huur|huurincasso|maandhuur|woningstichting|woningcorporatie|renda|renda casa|aluguel|aluguer|arrendamento|' +
    'husleje|huslejen|husleie|leie bolig|hyra|hyran|hyresbostader|hyresavi|manadshyra|czynsz|najem lokalu|wynajem mieszkania|najem|najemne|podnajem',
  mortgage:
    'mortgage|mortgage payment|mortgages|home loan|hypothek|hypothekendarlehen|hypothekarzins|baufinanzierung|immobiliendarlehen|baudarlehen|' +
    'pret immobilier|pret habitat|pret immo|echeance pret immobilier|hipoteca|hipotecario|prestamo hipotecario|cuota hipoteca|' +
    'mutuo|rata mutuo|hypotheek|hypotheekrente|credito habitacao|prestacao casa|boliglan|realkredit|realkreditlan|bolan|kredyt hipoteczny|rata kredytu hipotecznego|hypoteka|splatka hypoteky',
  utilities:
    'utility bill|utilities|waste|refuse|trash|garbage|recycling|sewer|' +
    'stadtwerke|stadtwerk|gemeindewerke|nebenkosten|betriebskosten|mullabfuhr|muellabfuhr|mullgebuhren|muellgebuehren|abfallwirtschaft|abfallgebuhren|abfallgebuehren|stadtreinigung|schornsteinfeger|' +
    'ordures menageres|basura|basuras|residuos|tasa basura|rifiuti|tari|afvalstoffenheffing|affald|renovation affald|sophamtning|renovasjon|odpady|wywoz smieci|smieci|svoz odpadu',
  energy:
    'electricity|electric|electric co|power company|natural gas|gas bill|heating oil|power light|gas electric|energy|' +
    'strom|stromabschlag|stromrechnung|energie|energieversorgung|erdgas|fernwarme|fernwaerme|abschlag strom|abschlag gas|heizol|heizoel|gasabschlag|' +
    'electricite|gaz|electricidad|luz|energia|recibo luz|gas natural|' +
    'elettrica|elettricita|luce|luce e gas|bolletta luce|stroom|energierekening|gas en licht|eletricidade|' +
    'fjernvarme|elregning|stromregning|nettleie|elnat|elhandel|fjarrvarme|elrakning|kraftlag|kraft|' +
    'prad|elektryczna|energetyka|gaz ziemny|elektrina|elektricka|plyn|zaloha elektrina|teplarna|teplo',
  water:
    'water|water company|water bill|aigues|agua|aguas|recibo agua|wasser|wasserwerk|wasserwerke|wasserbetriebe|wasserverband|abwasser|abwassergebuhren|trinkwasser|' +
    'eau|eaux|acqua|acquedotto|waterbedrijf|drinkwater|vand|vandvaerk|vandregning|vatten|va avgift|vann og avlop|kommunale avgifter|' +
    'wodociagi|woda|vodovody|vodne|stocne|vodarna|vodarny',
  communication:
    'telecom|telecoms|telecommunications|broadband|wireless|cellular|phone bill|internet bill|internet service|fiber|fibre|prepaid mobile|' +
    'telekom|mobilfunk|festnetz|dsl|handyrechnung|kabelanschluss|telefonrechnung|telekommunikation|' +
    'forfait mobile|telephonie|box internet|abonnement mobile|facture mobile|' +
    'telefonia|telecomunicaciones|fibra|telefonia movil|ricarica telefonica|ricarica cellulare|telecomunicazioni|' +
    'mobiel abonnement|telefoonrekening|telecomunicacoes|comunicacoes|bredband|mobilabonnement|mobilabonnemang|telefoni|teleselskab|' +
    'telefoniczny|doladowanie|uslugi telekomunikacyjne|telefonni sluzby|mobilni sluzby',
  insurance:
    'insurance|insurances|ins co|ins prem|insur|assurance|assurances|life assurance|' +
    'versicherung|versicherungen|versicherungs|kfz versicherung|haftpflicht|krankenkasse|krankenversicherung|lebensversicherung|hausrat|rechtsschutz|unfallversicherung|versicherungsbeitrag|' +
    'mutuelle|cotisation assurance|seguro|seguros|aseguradora|poliza|correduria|mutua|mutualidad|' +
    'assicurazione|assicurazioni|assicurativa|polizza|verzekering|verzekeringen|zorgverzekering|verzekeringspremie|' +
    'forsikring|forsikringer|forsakring|forsakringar|livforsikring|ubezpieczenie|ubezpieczenia|ubezpieczen|skladka|polisa|pojistovna|pojisteni|pojistne',
  loans:
    'loan|loans|loan payment|loan pymt|loan pmt|car finance|auto finance|student loan|personal loan|loan repayment|' +
    'darlehen|ratenkredit|kreditrate|konsumkredit|tilgung|privatkredit|darlehensrate|autokredit|' +
    'prestamo|prestamos|cuota prestamo|amortizacion prestamo|financiacion|pret auto|echeance pret|remboursement pret|credit conso|pret personnel|' +
    'prestito|rata prestito|finanziamento|rata finanziamento|lening|krediet|emprestimo|prestacao credito|' +
    'afdrag|afdrag lan|nedbetaling lan|billan|amortering|csn|studielan|laneavtale|lan aterbetalning|' +
    'kredyt|rata kredytu|pozyczka|splata kredytu|uver|splatka uveru|pujcka|splatka pujcky',
  taxes:
    'tax|taxes|council tax|property tax|income tax|irs|hmrc|franchise tax board|vehicle tax|road tax|tax payment|' +
    'steuer|steuern|finanzamt|finanzkasse|kfz steuer|grundsteuer|einkommensteuer|hundesteuer|hauptzollamt|gewerbesteuer|steuerverwaltung|' +
    'impot|impots|taxe fonciere|taxe habitation|dgfip|tresor public|direction generale des finances|' +
    'impuesto|impuestos|hacienda|agencia tributaria|aeat|tributos|ibi|irpf|' +
    'imposte|agenzia entrate|agenzia delle entrate|f 24|imu|bollo auto|tributi|' +
    'belasting|belastingen|belastingdienst|gemeentebelastingen|gemeentelijke belastingen|waterschap|motorrijtuigenbelasting|' +
    'imposto|impostos|autoridade tributaria|iuc|iptu|ipva|financas|' +
    'skat|skattestyrelsen|skattekonto|ejendomsskat|restskat|skatt|skatteetaten|skatteverket|restskatt|forskuddsskatt|fastighetsskatt|' +
    'podatek|podatki|urzad skarbowy|podatek od nieruchomosci|financni urad|dan z prijmu|dan z nemovitosti|dan z nemovitych veci',
  government:
    'parking fine|penalty charge|fine payment|court fine|passport|visa application|bussgeld|bussgeldstelle|verwarnungsgeld|stadtkasse|kreiskasse|landesjustizkasse|landratsamt|amende|amendes|contravention|multa|multas|multe|sanzione|boete|cjib|coima|bode|politiet bode|mandat karny|pokuta|spravni poplatek',
  charity:
    'charity|donation|donations|church|parish|foundation donation|red cross|unicef|oxfam|wwf|greenpeace|amnesty|save the children|salvation army|' +
    'spende|spenden|spendenkonto|rotes kreuz|caritas|diakonie|arzte ohne grenzen|aerzte ohne grenzen|brot fur die welt|kirchengemeinde|' +
    'croix rouge|medecins sans frontieres|restos du coeur|don association|' +
    'donativo|donacion|cruz roja|medicos sin fronteras|donazione|parrocchia|croce rossa|emergency ong|' +
    'donatie|goede doelen|rode kruis|artsen zonder grenzen|doacao|cruz vermelha|rode kors|roda korset|kirkens|barncancerfonden|kraeftens bekaempelse|' +
    'darowizna|fundacja|kosciol|nadace|charita|prispevek na charitu|dar nadace',
  services:
    'solicitors|solicitor|lawyer|attorney|accountant|accountants|notary|consulting|self storage|storage unit|post office|rechtsanwalt|rechtsanwalte|steuerberater|notar|notaire|avocat|notaria|abogado|gestoria|asesoria|commercialista|notaio|avvocato|advocaat|notaris|advogado|advokat|revisor|adwokat|notariusz|advokatni|notarsky',
} as const satisfies Partial<Record<Meaning, string>>

/** Weak words: any other word wins over them, because they stand beside words that say more. */
export const weakSpendingWords = {
  bars: 'bar|bars|bar sport|bar centrale|pub|brewery|brewing|taproom|tavern|cocktail|cocktails|wine bar|nightclub|night club|discoteca|disco|cerveceria|bodega|vinoteca|birreria|enoteca|kneipe|weinstube|brauhaus|kroeg|ol bar|pivnice|hospoda|pivovar|pub crawl|bodegon|gin bar',
  subscriptions:
    'subscription|membership fee|magazine|newspaper|streaming|tv licence|tv licensing|rundfunk|rundfunkbeitrag|abo|abonnement|zeitung|zeitungsabo|zeitschrift|suscripcion|abbonamento|canone rai|assinatura|prenumeration|abonament|predplatne|mediaklikk|kiosk online|tv licens',
  fitness: 'sport|sports|velo|velos|cycle|cycles|basen|bazen',
  cash: 'uttak|uttag|haevet|haevning|vyber|opname|withdrawal atm|wyplata',
  fees: 'fee|fees|service charge|charges|gebuhr|gebuhren|gebuehr|gebuehren|entgelt|frais|comision|comisiones|commissione|commissioni|kosten|comissao|comissoes|gebyr|gebyrer|avgift|avgifter|oplata|prowizja|poplatek|poplatky|commissions',
} as const satisfies Partial<Record<Meaning, string>>

/** Words of the banks themselves. They win over a brand: a cash machine in a supermarket gives cash, not food. */
export const bankWords = {
  // Milan's transport company has the same name as a cash machine.
  transport: 'atm milano',
  cash:
    'atm|atm withdrawal|cash withdrawal|cash wdl|cash lnk|cash machine|cash point|cashpoint|cash advance|atm wdl|atm w d|cash out atm|' +
    'geldautomat|geldausgabeautomat|bargeld|bargeldauszahlung|barauszahlung|bargeldbezug|bancomat bezug|auszahlung ga|bankomat|bankomaten|' +
    'retrait|retrait dab|retrait d especes|retraits|' +
    'reintegro|reintegro cajero|cajero|cajero automatico|retirada efectivo|retirada de efectivo|disposicion efectivo|disp efectivo|disposicion cajero|' +
    'prelievo|prelievo bancomat|prelevamento|prelievo contante|' +
    'geldopname|geldautomaat|geldmaat|kontante opname|' +
    'levantamento|levantamento mb|levantamento multibanco|saque|saque atm|' +
    'haevet i automat|kontanthaevning|haevning automat|minibank|minibank uttak|kontantuttak|kontantuttag|uttag bankomat|automatuttag|' +
    'wyplata z bankomatu|wyplata gotowki|bankomatu|wyplata bankomat|vyber z bankomatu|vyber hotovosti|bankomatu vyber',
  fees:
    'overdraft fee|account fee|monthly fee|monthly maintenance fee|maintenance fee|bank charge|bank charges|late fee|annual fee|card fee|wire fee|atm fee|foreign transaction fee|foreign exchange fee|interest charge|interest charged|interest charges|overdraft interest|unarranged overdraft|returned item fee|nsf fee|non sterling|' +
    'kontofuhrung|kontofuehrung|kontofuhrungsentgelt|kontofuehrungsentgelt|kontofuhrungsgebuhr|kontofuehrungsgebuehr|entgeltabschluss|rechnungsabschluss|kontoabschluss|abschluss per|kontogebuhr|kontopreis|kartengebuhr|kartengebuehr|kartenentgelt|kartenpreis|sollzinsen|auslandsentgelt|auslandseinsatzentgelt|bankgebuhren|bankspesen|' +
    'frais bancaires|frais de tenue de compte|tenue de compte|cotisation carte|cotisation visa|cotisation mastercard|cotisation compte|cotisation mensuelle|commission d intervention|agios|interets debiteurs|forfait compte|' +
    'mantenimiento cuenta|comision mantenimiento|mantenimiento tarjeta|cuota tarjeta|cuota anual tarjeta|comision transferencia|liquidacion intereses deudores|descubierto|' +
    'canone mensile|canone mensile conto|canone conto|canone carta|imposta di bollo|imposta bollo|spese tenuta conto|competenze di chiusura|spese di liquidazione|commissioni bancarie|' +
    'kosten betaalpakket|betaalpakket|kosten rekening|rekeningkosten|bankkosten|kosten betaalrekening|debetrente|pakketkosten|' +
    'manutencao conta|comissao manutencao|comissao de manutencao|anuidade cartao|anuidade|imposto selo|imposto do selo|tarifa bancaria|tarifa pacote|' +
    'kortgebyr|kontogebyr|arsgebyr|arsavgift|kortavgift|bankavgift|kontoavgift|manadsavgift|rentetilskrivning debet|overtraeksrente|' +
    'oplata za prowadzenie|oplata za prowadzenie rachunku|oplata za karte|prowadzenie rachunku|prowizja bankowa|' +
    'vedeni uctu|poplatek za vedeni|poplatek za vedeni uctu|poplatek za kartu|bankovni poplatek|poplatek za polozky',
  savings:
    'to savings|transfer to savings|savings transfer|savings account|to savings pot|savings pot|regular saver|round up|round ups|' +
    'tagesgeld|tagesgeldkonto|sparkonto|sparplan|auf sparkonto|sparrate|festgeld|' +
    'livret a|vers livret|livret|epargne|vers epargne|ldds|' +
    'cuenta ahorro|ahorro|a ahorro|plan de ahorro|hucha|' +
    'conto deposito|risparmio|al risparmio|spaarrekening|naar spaarrekening|sparen|oranje spaarrekening|poupanca|conta poupanca|' +
    'opsparing|til opsparing|opsparingskonto|sparekonto|til sparing|sparing|sparkontot|till sparkonto|sparande|buffertsparande|' +
    'oszczednosci|konto oszczednosciowe|na oszczednosci|sporici ucet|na sporici|sporeni',
} as const satisfies Partial<Record<Meaning, string>>
