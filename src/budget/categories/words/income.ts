import type { Meaning } from './meanings.ts'

/** Words and phrases of money that comes in and what they mean, plain as those of `spending.ts`. */
export const incomeWords = {
  salary:
    'salary|salaries|wages|wage|payroll|paycheck|pay check|direct dep payroll|dir dep payroll|net pay|' +
    'gehalt|lohn|lohn gehalt|gehaltszahlung|lohnzahlung|lohnabrechnung|entgeltabrechnung|bezuge|bezuege|besoldung|vergutung|verguetung|ausbildungsvergutung|ausbildungsverguetung|arbeitslohn|' +
    'salaire|salaires|paie|paye|traitement|remuneration|virement salaire|' +
    'nomina|nominas|sueldo|salario|haberes|' +
    'stipendio|stipendi|emolumenti|retribuzione|accredito stipendio|' +
    'salaris|loon|salarisbetaling|maandloon|ordenado|ordenados|vencimento|salarios|' +
    'lon|loen|lonoverforsel|loenoverfoersel|lonn|lonning|loenn|loning|lonekonto|manadslon|' +
    'wynagrodzenie|wynagrodzenia|pensja|wyplata wynagrodzenia|mzda|mzdy|plat|vyplata|vyplata mzdy',
  interest:
    'interest|interest paid|interest payment|interest earned|credit interest|gross interest|net interest|dividend|dividends|dividend payment|coupon payment|' +
    'zinsen|habenzinsen|zinsgutschrift|zinsertrag|dividende|ertragsgutschrift|ausschuttung|ausschuettung|' +
    'interets|dividendes|intereses|abono intereses|dividendo|dividendos|interessi|cedola|dividendi|' +
    'rentebijschrijving|creditrente|spaarrente|juros|renter|renteindtaegt|rentor|ranta|utdelning|utbytte|udbytte|' +
    'odsetki|dywidenda|kapitalizacja odsetek|urok|uroky|pripsane uroky|kredittenrenter',
  income:
    'pension|state pension|pensions|soc sec|xxsoc sec|ssa treas|social security|unemployment|child benefit|universal credit|dwp|tax refund|irs treas|housing benefit|disability|annuity|grant|scholarship|rent from|rental income|rent received|tenant|' +
    'rente|rentenversicherung|rentenzahlung|kindergeld|familienkasse|elterngeld|arbeitslosengeld|arbeitsagentur|bundesagentur fur arbeit|bundesagentur fuer arbeit|jobcenter|wohngeld|bafog|bafoeg|krankengeld|steuererstattung|mieteinnahme|mieteinnahmen|miete|miete wohnung|' +
    'retraite|caf|allocation|allocations|allocations familiales|pole emploi|france travail|cpam|ameli|carsat|agirc|arrco|loyer|' +
    'seguridad social|inss|prestacion|prestaciones|subsidio|sepe|desempleo|beca|alquiler|devolucion renta|' +
    'pensione|inps|assegno unico|naspi|affitto|' +
    'aow|uwv|svb|kinderbijslag|toeslag|toeslagen|zorgtoeslag|huurtoeslag|pensioen|huur|huurinkomsten|' +
    'pensao|seguranca social|abono de familia|reforma|renda|' +
    'folkepension|boerneydelse|borneydelse|bornecheck|udbetaling danmark|atp|dagpenge|overskydende skat|nav|barnetrygd|alderspensjon|foreldrepenger|' +
    'forsakringskassan|barnbidrag|pensionsmyndigheten|foraldrapenning|studiemedel|skatteaterbaring|hyra|hyresintakt|husleje|husleie|' +
    'zus|emerytura|renta|swiadczenie|swiadczenie wychowawcze|rodzina 800|zasilek|czynsz|' +
    'duchod|cssz|davka|davky|rodicovsky prispevek|socialni davka|najem|najemne',
  savings:
    'from savings|transfer from savings|vom sparkonto|von tagesgeld|tagesgeld|tagesgeldkonto|depuis livret|du livret a|desde ahorro|traspaso desde|van spaarrekening|fra opsparing|fra sparekonto|fran sparkonto|ze sporiciho uctu|z konta oszczednosciowego',
} as const satisfies Partial<Record<Meaning, string>>

/** Words of money that a shop or the bank gives back: it belongs where it was spent. */
export const refundWords =
  'refund|refunds|refunded|return|returned|reversal|rebate|chargeback|cashback|erstattung|ruckzahlung|rueckzahlung|gutschrift retoure|retoure|storno|remboursement|avoir|annulation|devolucion|reembolso|abono compra|rimborso|storno pagamento|terugbetaling|retour|retourpinnen|estorno|devolucao|tilbagebetaling|refusjon|retur|aterbetalning|aterkop|zwrot|vraceni|vratka|reklamace'
