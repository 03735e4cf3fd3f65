import type { assignments as english } from '../en/assignments.ts'
import type { Formats } from '../formats.ts'

export const assignments = ({ number, plural }: Formats): ReturnType<typeof english> => ({
  title: '¿Pagado de un apartado?',
  notice: (count) =>
    `${number(count)} ${plural(count, { one: 'pago puede', other: 'pagos pueden' })} ser de un apartado.`,
  look: 'Revisar',
  words: 'Pulsa S para sí y N para no. Las flechas llevan a otro pago.',
  /** The key for yes. */
  yesKey: 's',
  none: 'Todos los pagos tienen respuesta.',
  list: 'Pagos por revisar',
  question: (concept, expense) => `${concept}: ¿pagado de ${expense}?`,
  from: (expense) => `¿Pagado de ${expense}?`,
  yes: 'Sí',
  no: 'No',
  accepted: (concept, expense) => `${concept} se paga de ${expense}`,
  dismissed: (concept, expense) => `${concept} no se paga de ${expense}`,
  answered: 'Otra persona ya ha respondido. La lista está al día.',
  reasons: {
    rule: 'lo dice una de tus reglas',
    choices: (count) =>
      count === 1 ? 'lo elegiste la última vez' : `lo elegiste las últimas ${number(count)} veces`,
    proposal: 'se creó a partir de estos pagos',
    name: 'los dos se llaman igual',
    amount: 'el importe y la fecha coinciden',
    refund: 'devuelve un pago de ahí',
    card: 'paga esta tarjeta',
  },
  because: (reason) => `Porque ${reason}.`,
  rose: (from, to) => `El precio ha subido de ${from} a ${to}.`,
  fell: (from, to) => `El precio ha bajado de ${from} a ${to}.`,
  paidFrom: (expense) => `Pagado de ${expense}`,
  undo: 'Deshacer',
  undoOf: (concept, expense) => `Deshacer: ${concept} pagado de ${expense}`,
  undone: (concept) => `${concept} se paga de lo libre para gastar`,
  past: {
    title: 'Pagado antes de apartarlo',
    words: (count, expense) =>
      `${number(count)} ${plural(count, { one: 'pago', other: 'pagos' })} de ${expense} ya ${plural(count, { one: 'se pagó', other: 'se pagaron' })} de lo libre para gastar.`,
    returns: (amount, expense) => `${expense} aún guarda ${amount} para ello.`,
    history: 'Enlazar no mueve dinero. Earmark aprende el beneficiario.',
    accept: (expense) => `Enlazar con ${expense}`,
    leave: 'Dejarlo así',
    allWords: (count) => `${number(count)} pagos ya se pagaron de lo libre para gastar.`,
    allReturns: (amount) => `Aún hay ${amount} apartados para ellos.`,
    count: (count) => `${number(count)} ${plural(count, { one: 'pago', other: 'pagos' })}`,
    acceptAll: 'Enlazar todos',
    leaveAll: 'Dejar todos así',
    acceptedAll: (count) =>
      `${number(count)} ${plural(count, { one: 'pago enlazado', other: 'pagos enlazados' })}`,
    leftAll: (count) =>
      `${number(count)} ${plural(count, { one: 'pago se queda como está', other: 'pagos se quedan como están' })}`,
    show: 'Ver los pagos',
    accepted: (count, expense) =>
      `${number(count)} ${plural(count, { one: 'pago enlazado', other: 'pagos enlazados' })} con ${expense}`,
    left: (expense) => `Los pagos de ${expense} se quedan como están`,
  },
})
