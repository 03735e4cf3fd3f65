import type { proposals as english } from '../en/proposals.ts'

export const proposals: typeof english = {
  dismiss: (name) => `No volver a proponer ${name}`,
  dismissed: (name) => `${name} ya no se propone`,
  bills: 'Recibos que vuelven',
  billsWords:
    'Encontrados en tus movimientos. Para lo que marques se aparta dinero de cobro en cobro.',
  payFirst:
    'En tus movimientos hay recibos que vuelven. Di primero cuándo cobras: cada cobro apartará dinero para ellos.',
  toPaydays: 'Decir cuándo cobro',
  paydays: 'Encontrado en tus movimientos',
  paydaysWords: 'Ingresos que llegan con regularidad. ¿Alguno es tu sueldo?',
  another: 'Otro ingreso llega con regularidad. ¿También es un sueldo?',
}
