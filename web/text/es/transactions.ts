import type { transactions as english } from '../en/transactions.ts'
import type { Formats } from '../formats.ts'

export const transactions = ({ number, plural }: Formats): ReturnType<typeof english> => ({
  title: 'Movimientos',
  add: 'Nuevo movimiento',
  pending: 'Pendiente',
  free: 'Libre para gastar',
  spendFrom: 'Gastar de',
  category: 'Categoría',
  noCategory: 'Sin categoría',
  notes: 'Nota',
  choose: 'Elegir',
  select: (concept) => `Seleccionar ${concept}`,
  none: 'Aún no hay movimientos',
  noneWords: 'Llegan de tu banco o de un archivo, o puedes añadirlos a mano.',
  noneMatch: (count) =>
    `Ningún movimiento coincide con ${plural(count, { one: 'este filtro', other: `estos ${number(count)} filtros` })}`,
  noAccount: 'Añade primero una cuenta. Todo movimiento pertenece a una.',
  count: (count) =>
    `${number(count)} ${plural(count, { one: 'movimiento', other: 'movimientos' })}`,
  progress: (done, all) => `${number(done)} de ${number(all)} cambiados`,
  totals: { in: 'Entra', out: 'Sale', net: 'Neto' },
  columns: {
    selected: 'Seleccionado',
    day: 'Fecha',
    concept: 'Descripción',
    category: 'Categoría',
    expense: 'Gastado de',
    account: 'Cuenta',
    amount: 'Importe',
    type: 'Tipo',
  },
  types: { expense: 'Gasto', income: 'Ingreso', transfer: 'Traspaso' },
  providers: {
    provider_a: 'SimpleFIN',
    provider_b: 'Plaid',
    wallet: 'Un dispositivo',
    manual: 'A mano',
    import: 'Un archivo',
  },
  filters: {
    search: 'Buscar movimientos',
    expense: 'Apartado',
    noCategory: 'Sin categoría',
    by: (name) => `Filtrar por ${name.toLowerCase()}`,
    from: 'Desde',
    to: 'Hasta',
    clear: (count) =>
      plural(count, { one: 'Quitar el filtro', other: `Quitar ${number(count)} filtros` }),
  },
  bulk: {
    label: 'Movimientos seleccionados',
    selected: (count) =>
      `${number(count)} ${plural(count, { one: 'seleccionado', other: 'seleccionados' })}`,
    all: (total) => `Seleccionar los ${total}`,
    clear: 'Quitar la selección',
    begin: 'Seleccionar',
    end: 'Listo',
  },
  done: {
    recorded: (concept) => `${concept}: registrado`,
    filed: (category) => `Clasificado como ${category}`,
    assigned: (expense) => `Gastado de ${expense}`,
    free: 'Gastado de lo libre para gastar',
    typed: (type) => `Marcado como ${type.toLowerCase()}`,
  },
  why: {
    person: 'La eligió alguien de tu hogar.',
    rule: (text, place) => `La eligió la regla ${number(place)}, para «${text}».`,
    goneRule: (text) => `La eligió una regla para «${text}» que ya no existe.`,
    choice: (day) => `Es la de tu pago del ${day} en el mismo comercio.`,
    provider: (code) => `Es la que indican los datos de tu banco: ${code}.`,
    merchantCode: (code) => `Es la del código de actividad del comercio, ${code}.`,
    keyword: (word) => `Su nombre contiene «${word}».`,
  },
  details: {
    title: 'Movimiento',
    account: 'Cuenta',
    source: 'Procedencia',
    original: 'Texto del banco',
  },
})
