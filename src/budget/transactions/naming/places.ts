// Places that statements name after a shop: large towns of the countries whose descriptors are read, as `brandWords` splits
// them, and countries. Larger towns only: the name of a small one may be the name of a shop.

const cities =
  // Britain and Ireland.
  'london birmingham manchester leeds liverpool bristol sheffield newcastle nottingham leicester coventry bradford hull cardiff swansea ' +
  'belfast edinburgh glasgow aberdeen dundee york oxford cambridge brighton plymouth southampton portsmouth reading derby wolverhampton ' +
  'norwich exeter gloucester cheltenham bath croydon swindon luton milton_keynes northampton ipswich peterborough bournemouth poole ' +
  'preston blackpool bolton stockport warrington salford sunderland middlesbrough durham lincoln chester worcester salisbury winchester ' +
  'guildford woking slough watford st_albans colchester chelmsford southend brentwood romford ilford wimbledon kingston richmond ' +
  'hammersmith stratford brixton camden islington lewes hastings eastbourne canterbury maidstone dover yeovil taunton truro inverness ' +
  'stirling perth dublin cork galway limerick waterford bray drogheda dundalk sligo kilkenny  ' +
  // The United States and Canada.
  'new_york nyc brooklyn queens bronx manhattan los_angeles chicago houston phoenix philadelphia san_antonio san_diego dallas san_jose ' +
  'austin jacksonville fort_worth columbus charlotte san_francisco indianapolis seattle denver washington boston el_paso nashville detroit ' +
  'oklahoma_city portland las_vegas memphis louisville baltimore milwaukee albuquerque tucson fresno sacramento mesa kansas_city atlanta ' +
  'omaha colorado_springs raleigh miami long_beach virginia_beach oakland minneapolis tulsa tampa arlington new_orleans wichita ' +
  'bakersfield cleveland aurora anaheim honolulu santa_ana riverside corpus_christi lexington stockton st_louis saint_paul st_paul ' +
  'cincinnati pittsburgh greensboro anchorage plano orlando irvine newark durham chula_vista toledo fort_wayne st_petersburg laredo jersey_city ' +
  'chandler madison lubbock scottsdale reno buffalo gilbert glendale winston_salem chesapeake norfolk fremont garland irving hialeah ' +
  'boise spokane baton_rouge tacoma san_bernardino modesto fontana des_moines moreno_valley rochester oxnard fayetteville yonkers ' +
  'salt_lake_city huntsville little_rock amarillo grand_rapids mobile knoxville worcester providence sioux_falls tempe chattanooga ' +
  'santa_rosa eugene bellevue palo_alto mountain_view sunnyvale santa_clara cupertino berkeley pasadena burbank santa_monica hoboken ' +
  'albany syracuse hartford new_haven stamford savannah charleston issaquah redmond kirkland ann_arbor athens san_mateo ' +
  'toronto montreal vancouver calgary edmonton ottawa winnipeg quebec hamilton mississauga brampton surrey halifax laval markham regina ' +
  'saskatoon kitchener waterloo burnaby gatineau kelowna burlington oshawa barrie ' +
  // Australia and New Zealand.
  'sydney melbourne brisbane perth adelaide canberra hobart darwin gold_coast newcastle wollongong geelong townsville cairns parramatta ' +
  'mascot auckland wellington christchurch hamilton tauranga dunedin petone ' +
  // Germany, Austria, Switzerland, Luxembourg.
  'berlin hamburg muenchen munchen munich koeln koln cologne frankfurt stuttgart duesseldorf dusseldorf leipzig dortmund essen bremen ' +
  'dresden hannover nuernberg nurnberg duisburg bochum wuppertal bielefeld bonn muenster munster karlsruhe mannheim augsburg wiesbaden ' +
  'gelsenkirchen moenchengladbach monchengladbach braunschweig chemnitz kiel aachen halle magdeburg freiburg krefeld luebeck lubeck ' +
  'oberhausen erfurt mainz rostock kassel hagen saarbruecken saarbrucken potsdam oldenburg osnabrueck osnabruck leverkusen heidelberg ' +
  'darmstadt ludwigshafen solingen regensburg paderborn ingolstadt wuerzburg wurzburg ulm heilbronn wolfsburg goettingen gottingen ' +
  'pforzheim offenbach recklinghausen bottrop remscheid bremerhaven erlangen trier jena moers salzgitter siegen hildesheim cottbus ' +
  'kaiserslautern guetersloh hanau schwerin witten gera esslingen ludwigsburg tuebingen tubingen flensburg konstanz villingen worms ' +
  'marburg giessen bayreuth bamberg landshut passau rosenheim kempten kaarst frankfurt_am_main ' +
  'wien vienna graz linz salzburg innsbruck klagenfurt villach wels sankt_poelten st_poelten dornbirn steyr bregenz korneuburg ' +
  'zuerich zurich genf geneve geneva basel bern berne lausanne winterthur luzern lucerne st_gallen sankt_gallen lugano biel thun ' +
  'fribourg schaffhausen chur neuchatel sion aarau zug olten solothurn luxembourg luxemburg ' +
  // France and Belgium.
  'paris marseille lyon toulouse nice nantes montpellier strasbourg bordeaux lille rennes reims toulon saint_etienne le_havre grenoble ' +
  'dijon angers nimes villeurbanne clermont_ferrand le_mans aix_en_provence aix_en_prov brest tours amiens limoges annecy perpignan metz besancon ' +
  'orleans rouen mulhouse caen nancy argenteuil montreuil roubaix tourcoing dunkerque avignon poitiers versailles courbevoie pau ' +
  'la_rochelle antibes calais cannes colmar ajaccio bourges quimper valence lorient troyes chambery niort vannes bayonne biarritz ' +
  'puteaux neuilly boulogne nanterre creteil saint_denis issy vincennes bruxelles brussel brussels anvers antwerpen gent gand charleroi liege luik brugge bruges namur ' +
  'namen leuven louvain mons mechelen aalst hasselt kortrijk oostende genk ' +
  // Spain and Latin America.
  'madrid barcelona valencia sevilla zaragoza malaga murcia palma palma_de_mallorca las_palmas bilbao alicante cordoba valladolid vigo ' +
  'gijon hospitalet vitoria vitoria_gasteiz granada elche oviedo badalona cartagena terrassa jerez sabadell mostoles santa_cruz_de_tenerife ' +
  'santa_cruz alcala_de_henares alcala_de_hena pamplona fuenlabrada almeria leganes donostia san_sebastian burgos santander castellon ' +
  'alcorcon albacete getafe salamanca huelva logrono badajoz leon tarragona cadiz lleida marbella jaen ourense lugo girona caceres ' +
  'toledo alcobendas pontevedra a_coruna coruna la_coruna las_rozas pozuelo segovia avila cuenca soria teruel huesca zamora palencia ' +
  'ciudad_de_mexico cdmx mexico guadalajara monterrey puebla tijuana cancun bogota medellin cali lima santiago buenos_aires rosario ' +
  'montevideo quito guayaquil ' +
  // Italy.
  'roma milano napoli torino palermo genova bologna firenze bari catania venezia verona messina padova trieste brescia parma prato taranto ' +
  'modena reggio_calabria reggio_emilia perugia ravenna livorno rimini cagliari foggia ferrara salerno latina monza siracusa bergamo ' +
  'pescara trento forli vicenza terni bolzano novara piacenza ancona arezzo udine cesena lecce pesaro como varese pisa lucca treviso ' +
  'corsico sesto_san_giovanni rho rozzano legnano ' +
  // The Netherlands.
  'amsterdam rotterdam den_haag s_gravenhage the_hague utrecht eindhoven groningen tilburg almere breda nijmegen apeldoorn haarlem arnhem ' +
  'enschede amersfoort zaandam den_bosch s_hertogenbosch hoofddorp maastricht leiden dordrecht ede zoetermeer leeuwarden emmen westland ' +
  'delft venlo deventer helmond oss hilversum amstelveen heerlen purmerend lelystad roosendaal schiedam spijkenisse vlaardingen hoorn ' +
  'alkmaar gouda zwolle zeist hengelo assen veenendaal nieuwegein bergen_op_zoom capelle katwijk doetinchem schiphol diemen ' +
  // Portugal and Brazil.
  'lisboa lisbon porto braga coimbra funchal setubal almada amadora evora aveiro faro leiria viseu guimaraes cascais oeiras sintra matosinhos ' +
  'vila_nova_de_gaia sao_paulo rio_de_janeiro brasilia salvador fortaleza belo_horizonte manaus curitiba recife goiania belem porto_alegre ' +
  'campinas osasco santos florianopolis ' +
  // Denmark, Norway, Sweden, Finland.
  'kobenhavn koebenhavn kbh copenhagen aarhus arhus odense aalborg alborg esbjerg randers kolding horsens vejle roskilde herning silkeborg ' +
  'hillerod naestved viborg lyngby valby frederiksberg slagelse holstebro taastrup greve hvidovre kobenhavn_k kobenhavn_v kobenhavn_s kobenhavn_n kobenhavn_o aarhus_c odense_c ' +
  'oslo bergen trondheim stavanger drammen fredrikstad kristiansand sandnes tromso sarpsborg skien alesund sandefjord haugesund tonsberg ' +
  'moss porsgrunn bodo arendal hamar larvik halden lillehammer molde lillestrom sandvika asker grunerlokka harstad gjovik ' +
  'stockholm goteborg goeteborg gothenburg malmo malmoe uppsala vasteras orebro linkoping helsingborg jonkoping norrkoping lund umea gavle ' +
  'boras sodertalje eskilstuna halmstad vaxjo karlstad sundsvall ostersund trollhattan lulea kalmar falun solna nacka sundbyberg kista ' +
  'skelleftea kristianstad karlskrona huddinge taby varberg helsinki helsingfors espoo tampere turku ' +
  // Poland and the Czech lands.
  'warszawa krakow lodz wroclaw poznan gdansk szczecin bydgoszcz lublin bialystok katowice gdynia czestochowa radom sosnowiec torun kielce ' +
  'rzeszow gliwice zabrze olsztyn bielsko_biala bytom zielona_gora rybnik ruda_slaska opole tychy elblag gorzow plock sopot koszalin tarnow ' +
  'praha prague brno ostrava plzen liberec olomouc ceske_budejovice hradec_kralove hradec usti_nad_labem pardubice zlin havirov kladno most ' +
  'opava jihlava teplice karlovy_vary karvina chomutov decin prerov trebic znojmo kolin pribram praha_1 praha_2 praha_3 praha_4 praha_5 praha_6 praha_7 praha_8 praha_9 praha_10 ' +
  'bratislava kosice budapest athens athina bucuresti sofia vilnius riga tallinn zagreb ljubljana beograd istanbul singapore hong_kong tokyo dubai'

const countries =
  'usa us united_states gbr gb uk united_kingdom irl ie ireland deu de germany deutschland aut at austria oesterreich osterreich che ch switzerland schweiz ' +
  'suisse svizzera fra fr france lux lu bel be belgium belgique belgie esp es spain espana espagne ita it italy italia nld nl netherlands nederland ' +
  'prt pt portugal bra br brasil brazil dnk dk denmark danmark nor no norway norge swe se sweden sverige fin fi finland pol pl poland polska cze cz ' +
  'czech_republic ceska_republika can ca canada aus au australia nzl nz new_zealand mex mx lva lv ltu lt est ee hun hu grc gr'

/** States and provinces of Australia, the United States and Canada. */
const states =
  'nsw vic qld tas act nt wa sa al ak az ar ca co ct dc de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri ' +
  'sc sd tn tx ut vt va wv wi wy bc ab on qc mb sk ns nb nl pe'

const set = (text: string) => new Set(text.split(' ').map((one) => one.replaceAll('_', ' ')))

const cityNames = set(cities)
const countryNames = set(countries)
const stateNames = set(states)

export function isCity(words: string): boolean {
  return cityNames.has(words)
}

export function isCountry(words: string): boolean {
  return countryNames.has(words)
}

export function isState(words: string): boolean {
  return stateNames.has(words)
}
