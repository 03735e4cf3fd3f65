/** A category to begin with, and those below it. */
export type StarterGroup = {
  readonly name: string
  readonly kind: 'expense' | 'income' | 'transfer'
  readonly members: readonly string[]
}

const group = (
  name: string,
  members: string,
  kind: StarterGroup['kind'] = 'expense',
): StarterGroup => ({ name, kind, members: members === '' ? [] : members.split(' | ') })

/**
 * The categories that most households use, in each language of the application. Every name is one that `meanings.ts`
 * knows, so that payments are filed into them from the first import on.
 */
export const starterSets = {
  en: [
    group('Food', 'Groceries | Eating out | Coffee | Bars'),
    group('Housing', 'Rent | Mortgage | Utilities | Phone & internet | Household'),
    group('Transport', 'Car | Fuel | Parking & tolls | Taxi'),
    group('Shopping', 'Clothing | Electronics | Books | Gifts'),
    group('Health', 'Pharmacy | Fitness | Personal care'),
    group('Entertainment', 'Subscriptions | Games'),
    group('Travel', 'Flights | Lodging'),
    group('Family', 'Education | Pets'),
    group('Insurance', ''),
    group('Loans', ''),
    group('Taxes', ''),
    group('Fees', ''),
    group('Cash', ''),
    group('Charity', ''),
    group('Income', 'Salary | Interest', 'income'),
    group('Transfers', 'Savings | Credit card payment', 'transfer'),
  ],
  es: [
    group('Comida', 'Supermercado | Restaurantes | Cafetería | Copas'),
    group('Vivienda', 'Alquiler | Hipoteca | Suministros | Teléfono | Hogar'),
    group('Transporte', 'Coche | Gasolina | Peajes | Taxi'),
    group('Compras', 'Ropa | Electrónica | Libros | Regalos'),
    group('Salud', 'Farmacia | Deporte | Cuidado personal'),
    group('Ocio', 'Suscripciones | Juegos'),
    group('Viajes', 'Vuelos | Alojamiento'),
    group('Niños', 'Educación | Mascotas'),
    group('Seguros', ''),
    group('Préstamos', ''),
    group('Impuestos', ''),
    group('Comisiones', ''),
    group('Efectivo', ''),
    group('Donaciones', ''),
    group('Ingresos', 'Nómina | Intereses', 'income'),
    group('Transferencias', 'Ahorro | Pago tarjeta', 'transfer'),
  ],
} as const satisfies Record<string, readonly StarterGroup[]>

export type StarterLanguage = keyof typeof starterSets
