import type { proposals as english } from '../en/proposals.ts'

export const proposals: typeof english = {
  dismiss: (name) => `No volver a proponer ${name}`,
  dismissed: (name) => `${name} ya no se propone`,
  edit: {
    open: (name) => `Editar ${name}`,
    name: 'Nombre',
    amount: 'Importe',
    due: 'Próximo vencimiento',
    next: 'Próximo cobro',
    kind: 'Tipo',
    kinds: {
      bill: 'Recibo: completo el día en que vence',
      envelope: 'Sobre: se rellena en cada cobro',
    },
    refilled: 'se rellena en cada cobro',
    done: 'Listo',
    reset: 'Restaurar la sugerencia',
  },
  bills: 'Recibos habituales',
  billsWords:
    'Encontrados en tus movimientos. Marca aquellos para los que cada cobro deba apartar dinero.',
  payFirst:
    'En tus movimientos hay recibos habituales. Indica cuándo cobras y cada cobro apartará dinero para ellos.',
  toPaydays: 'Añadir tu día de cobro',
  paydays: 'Encontrado en tus movimientos',
  paydaysWords: 'Estos ingresos llegan con regularidad. ¿Alguno es tu sueldo?',
  another: 'Hay otro ingreso que llega con regularidad. ¿También es un sueldo?',
}
