import { addDays, addMonths, weekday } from '#/core/values/day.ts'
import type { Making } from './given-recurring.ts'

/**
 * Adds what does not recur: groceries, coffee, fuel, restaurants, shops, refunds, friends, cash, interest, payments of cards, and
 * transfers to oneself. Returns the words of the transfers.
 */
export function addNoise(making: Making): string[] {
  const { add, chance, first, today } = making
  const often = (words: string, [least, most]: readonly [number, number], amount: () => number) => {
    let day = addDays(first, chance.below(most))
    for (; day <= today; day = addDays(day, least + chance.below(most - least + 1))) {
      add(day, words, -amount())
    }
  }
  often('Edeka Brandt', [2, 6], () => 800 + chance.below(9_000))
  often('Mercadona', [4, 11], () => 1_500 + chance.below(7_000))
  often('Tesco Express', [5, 20], () => 300 + chance.below(2_500))
  often('Cafe Central', [1, 4], () => chance.pick([320, 320, 280, 450]))
  often('Bakery Nord', [3, 9], () => 150 + chance.below(9) * 50)
  often('Shell Station', [8, 16], () => 4_500 + chance.below(3_800))
  often('ATM Withdrawal', [6, 25], () => chance.pick([5_000, 10_000, 2_000]))
  often('Apotheke am Markt', [12, 60], () => 400 + chance.below(4_000))
  often('Amazonia Marketplace', [2, 14], () => 500 + chance.below(9_000))
  often('Bahn Ticket', [5, 40], () => chance.pick([1_290, 1_790, 2_590, 890]))
  addVisits(making)
  for (let day = addDays(first, chance.below(40)); day <= today;) {
    add(day, chance.pick(['Amazonia Marketplace', 'Zalandia']), 900 + chance.below(6_000))
    day = addDays(day, 10 + chance.below(60))
  }
  for (let day = addDays(first, chance.below(40)); day <= today;) {
    add(day, chance.pick(['Jo Peters', 'Bo Larsen']), 1_000 + chance.below(40) * 100)
    day = addDays(day, 8 + chance.below(40))
  }
  for (let month = 0; addMonths(today, -month) > first; month += 1) {
    const card = addDays(addMonths(today, -month), -5)
    add(card, 'Amex Epayment ACH Pmt', -(30_000 + chance.below(90_000)))
    add(addMonths(today, -month), 'Interest', 12 + chance.below(80))
    add(addDays(addMonths(today, -month), -9), 'Online Transfer to Savings', -20_000)
    add(addDays(addMonths(today, -month), -12), 'Ada Lovelace', -15_000)
    add(addDays(addMonths(today, -month), -14), 'Barclaycard', -(20_000 + chance.below(9_000)))
  }
  often('Uebertrag Tagesgeld', [9, 50], () => 5_000 + chance.below(20) * 1_000)
  return ['Online Transfer to Savings', 'Ada Lovelace', 'Barclaycard']
}

/** Restaurants and shops that were visited a few times, and a lunch that some weeks have. */
function addVisits({ add, chance, first, today }: Making): void {
  const days = Math.round(Temporal.PlainDate.from(first).until(today, { largestUnit: 'days' }).days)
  for (let shop = 0; shop < 90; shop += 1) {
    const name = `${chance.pick(['Trattoria', 'Bar', 'Casa', 'Haus', 'Chez'])} ${letters(shop)}`
    const usual = 900 + chance.below(9_000)
    const visits = 1 + chance.below(5)
    for (let visit = 0; visit < visits; visit += 1) {
      add(addDays(first, chance.below(days + 1)), name, -(usual + chance.below(usual)))
    }
  }
  for (let day = first; day <= today; day = addDays(day, 1)) {
    if (weekday(day) < 6 && chance.below(6) === 0)
      add(day, 'Kantine', -(650 + chance.below(7) * 40))
  }
}

const letters = (index: number) =>
  String.fromCodePoint(65 + (index % 26), 97 + Math.floor(index / 26), 97 + (index % 7), 114)
