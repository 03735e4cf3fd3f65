import { fold } from '#/core/values/fold.ts'

/** Returns the month that a word names, in full or short, in any of the languages below. Null for other words. */
export function monthOf(word: string): number | null {
  return months.get(fold(word)) ?? null
}

/** Checks for the name of a day of the week, in full or short. */
export function isWeekday(word: string): boolean {
  return weekdays.has(fold(word))
}

/** Whole names, because beginnings collide: `mar` is March, but `marraskuu` is Finnish for November. */
const names = [
  // English, German, Austrian, Dutch
  'january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct november/nov december/dec',
  'januar/jän/jänner februar/febr/feber märz/maerz/mrz/mär/maer - mai juni juli - - oktober/okt - dezember/dez',
  'januari februari maart/mrt - mei - - augustus - - - -',
  // French, Spanish, Catalan
  'janvier/janv février/fév/fevr/févr mars avril/avr - juin juillet/juil/juill/jui août/aou septembre octobre novembre décembre/déc',
  'enero/ene febrero marzo abril/abr mayo junio julio/jul agosto/ago septiembre/setiembre/set octubre noviembre diciembre/dic',
  'gener/gen febrer març - maig juny juliol agost setembre - novembre desembre/des',
  // Italian, Portuguese, Romanian
  'gennaio/gen febbraio - aprile maggio/mag giugno/giu luglio/lug - settembre/sett ottobre/ott - dicembre',
  'janeiro fevereiro/fev março - maio junho julho - setembro outubro/out novembro dezembro',
  'ianuarie/ian februarie martie aprilie - iunie/iun iulie/iul - septembrie octombrie noiembrie/noi decembrie',
  // Danish, Norwegian, Swedish, Finnish
  '- - marts - maj - - - - - - desember/des',
  'tammikuuta/tammikuu/tammi helmikuuta/helmikuu/helmi maaliskuuta/maaliskuu/maalis huhtikuuta/huhtikuu/huhti toukokuuta/toukokuu/touko kesäkuuta/kesäkuu/kesä heinäkuuta/heinäkuu/heinä elokuuta/elokuu/elo syyskuuta/syyskuu/syys lokakuuta/lokakuu/loka marraskuuta/marraskuu/marras joulukuuta/joulukuu/joulu',
  '- - - - - - - augusti - - - -',
  // Polish, Czech, Hungarian
  'styczeń/stycznia/sty luty/lutego/lut marzec/marca kwiecień/kwietnia/kwi maja czerwiec/czerwca/cze lipiec/lipca/lip sierpień/sierpnia/sie wrzesień/września/wrz październik/października/paź/paz listopad/listopada/lis grudzień/grudnia/gru',
  'leden/ledna/led únor/února/úno březen/března/bře duben/dubna/dub květen/května/kvě červen/června/čvn červenec/července/čvc srpen/srpna/srp září/zář říjen/října/říj listopad/listopadu prosinec/prosince/pro',
  'január február március/márc április/ápr május/máj június/jún július/júl augusztus szeptember/szept/szep október november december',
  // Turkish, Estonian, Latvian, Lithuanian
  'ocak/oca şubat/şub mart nisan/nis mayıs/mayis haziran/haz temmuz/tem ağustos/ağu eylül/eyl ekim/eki kasım/kasim/kas aralık/aralik/ara',
  'jaanuar/jaan veebruar/veebr märts aprill - juuni juuli - - oktoober - detsember/dets',
  'janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris',
  'sausis/sausio vasaris/vasario kovas/kovo balandis/balandžio gegužė/gegužės birželis/birželio liepa/liepos rugpjūtis/rugpjūčio rugsėjis/rugsėjo spalis/spalio lapkritis/lapkričio gruodis/gruodžio',
  // Slovak, Slovenian, Indonesian; not Croatian, where `listopad` is October
  'januára februára marec apríla mája júna júla augusta septembra októbra novembra decembra',
  '- - maret - - junij julij avgust/avg/agustus - - - -',
  // Russian, Ukrainian, Greek
  'январь/января/янв февраль/февраля/фев/февр март/марта/мар апрель/апреля/апр май/мая июнь/июня/июн июль/июля/июл август/августа/авг сентябрь/сентября/сен/сент октябрь/октября/окт ноябрь/ноября/ноя/нояб декабрь/декабря/дек',
  'січень/січня/січ лютий/лютого/лют березень/березня/бер квітень/квітня/квіт травень/травня/трав червень/червня/черв липень/липня/лип серпень/серпня/серп вересень/вересня/вер жовтень/жовтня/жовт листопад/листопада/лист грудень/грудня/груд',
  'ιανουάριος/ιανουαρίου/ιαν φεβρουάριος/φεβρουαρίου/φεβ μάρτιος/μαρτίου/μαρ απρίλιος/απριλίου/απρ μάιος/μαΐου/μαι ιούνιος/ιουνίου/ιουν ιούλιος/ιουλίου/ιουλ αύγουστος/αυγούστου/αυγ σεπτέμβριος/σεπτεμβρίου/σεπ οκτώβριος/οκτωβρίου/οκτ νοέμβριος/νοεμβρίου/νοε δεκέμβριος/δεκεμβρίου/δεκ',
]

const months: ReadonlyMap<string, number> = new Map(
  names.flatMap((language) =>
    language
      .split(' ')
      .flatMap((words, index) =>
        words.split('/').map((word): [string, number] => [word, index + 1]),
      )
      .filter(([word]) => word !== '-')
      .map(([word, month]): [string, number] => [fold(word), month]),
  ),
)

const weekdays: ReadonlySet<string> = new Set(
  [
    'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun',
    'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so',
    'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma wo vr za zo',
    'lundi mardi mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim',
    'lunes martes miércoles jueves viernes sábado domingo mié jue vie sáb dom',
    'lunedì martedì mercoledì giovedì venerdì sabato domenica gio',
    'segunda terça quarta quinta sexta feira seg ter qua qui sex',
    'mandag tirsdag onsdag torsdag fredag lørdag søndag man tir ons tor fre lør søn',
    'måndag tisdag torsdag fredag lördag söndag mån tis tors lör sön',
    'poniedziałek wtorek środa czwartek piątek sobota niedziela pon wt śr czw pt sob ndz niedz nd',
    'pondělí úterý středa čtvrtek pátek neděle po út st čt pá ne',
    'tirs tors tysdag tys laurdag lau pondelok utorok štvrtok piatok pi nedeľa',
    'hétfő kedd szerda csütörtök péntek szombat vasárnap',
    'maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai ti ke to pe la su',
    'luni marți miercuri joi vineri vin sâmbătă duminică dum',
    'pazartesi salı çarşamba perşembe cuma cumartesi pazar',
    'понедельник вторник среда четверг пятница суббота воскресенье пн вт ср чт пт сб вс',
    '月 火 水 木 金 土 日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日 월 화 수 목 금 토 일',
  ].flatMap((words) => words.split(' ').map(fold)),
)
