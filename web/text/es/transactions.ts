import type { transactions as english } from '../en/transactions.ts'
import type { Formats } from '../formats.ts'

export const transactions = ({ number, plural }: Formats): ReturnType<typeof english> => ({
  title: 'Movimientos',
  pending: 'Pendiente',
  noneMatch: 'Ningún movimiento coincide con estos filtros',
  count: (count) =>
    `${number(count)} ${plural(count, { one: 'movimiento', other: 'movimientos' })}`,
})
