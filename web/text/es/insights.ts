import type { insights as english } from '../en/insights.ts'
import type { Formats } from '../formats.ts'

export const insights = ({ number, plural }: Formats): ReturnType<typeof english> => ({
  title: 'Informes',
  tabs: { netWorth: 'Patrimonio', spending: 'Gastos' },
  asTable: 'Ver como tabla',
  asChart: 'Ver como gráfico',
  marksHint: 'Usa las flechas para recorrer el gráfico e Intro para ver los movimientos.',
  count: (count) =>
    `${number(count)} ${plural(count, { one: 'movimiento', other: 'movimientos' })}`,
  worth: {
    add: 'Añadir una cuenta',
    net: 'Patrimonio',
    assets: 'Lo que tienes',
    debts: 'Lo que debes',
    since: (amount, day) => `${amount} desde el ${day}`,
    chart: 'Patrimonio al final de cada mes',
    mark: (day, net, [assets, debts]) =>
      `${day}: ${net}, con ${assets} en activos y ${debts} en deudas. Mostrar los movimientos de este mes.`,
    day: 'Día',
    accounts: 'Cuentas',
    none: 'Aún no hay patrimonio',
    noneWords: 'Añade una cuenta y su pasado se calculará a partir de sus movimientos.',
    other: 'Otras monedas, no incluidas en el total',
  },
  spending: {
    spent: 'Gastado',
    refunded: 'Devuelto',
    by: 'Agrupar por',
    bys: { category: 'Categoría', merchant: 'Comercio', month: 'Mes' },
    period: 'Periodo',
    periods: {
      month: 'Este mes',
      week: 'Esta semana',
      last_month: 'El mes pasado',
      quarter: 'Los últimos tres meses',
      year: 'Los últimos doce meses',
      this_year: 'Este año',
    },
    fromTo: (from, to) => `${from} – ${to}`,
    chart: 'Adónde fue el dinero',
    mark: (name, amount, count) => `${name}: ${amount}, ${count}. Mostrarlos.`,
    share: 'Parte',
    amount: 'Importe',
    transactions: 'Movimientos',
    unfiled: 'Sin categoría',
    none: 'No se gastó nada en este periodo',
    noneWords: 'Elige un periodo más largo o registra lo que gastaste.',
    more: (count) => `Mostrar ${number(count)} más`,
  },
})
