import type { home as english } from '../en/home.ts'
import type { Formats } from '../formats.ts'

export const home = ({ number, plural }: Formats): ReturnType<typeof english> => ({
  title: 'Inicio',
  palette: { places: 'Ir a', actions: 'Hacer', expenses: 'Apartados' },
  freeToSpend: 'Libre para gastar',
  daily: (amount, day) => `Unos ${amount} al día hasta el ${day}`,
  nothingFree: 'Todo tu dinero está apartado.',
  overdrawn: 'Has apartado más de lo que hay en el banco.',
  cover: {
    open: 'Cubrirlo',
    title: 'Cubrir lo que falta',
    words: 'Recupera dinero de los apartados a los que les sobra. Nada sale del banco.',
    from: 'De dónde sale',
    reasons: {
      over_funded: 'Tiene más de lo que necesita',
      low_priority: 'Prioridad baja',
      goal: 'Una meta puede esperar',
      held_ahead: 'Guardado para pagos posteriores',
      normal_priority: 'Prioridad normal',
    },
    free: 'Libre para gastar',
    left: (amount) =>
      `Aún faltan ${amount}. No se tocan las tarjetas ni los apartados de prioridad alta.`,
    nothing: 'Todo cubierto.',
    submit: 'Cubrirlo',
    done: (amount) => `${amount} vuelven a estar libres`,
  },
  why: {
    open: (amount) => `${amount} desde ayer · ¿por qué?`,
    title: 'Por qué ha cambiado',
    from: 'Desde el final del',
    to: 'Hasta el final del',
    untilNow: 'Hoy quiere decir ahora.',
    lines: 'Lo que lo ha cambiado',
    nothing: 'Nada ha cambiado entre esos días.',
    sum: 'Libre para gastar',
    paid: (amount, name) => `${amount} de ${name}`,
    returned: (amount, name) => `${amount} vuelven a ${name}`,
    changes: { edited: 'cambiado', deleted: 'borrado', assigned: 'se paga de otro sitio' },
    transfer: 'entre tus cuentas',
    payday: (day) => `Día de cobro del ${day}`,
    paydayParts: (names, more) =>
      more === 0 ? `Para ${names}` : `Para ${names} y ${number(more)} más`,
    reasons: {
      opening: 'Nuevo, con dinero dentro',
      archive: 'Archivado o recuperado',
      change: 'Cambiado',
      cover: 'Ha cubierto lo que faltaba',
      card: 'Guardado para la tarjeta',
      fund: 'Apartado',
      release: 'Recuperado',
    },
    otherReason: 'Movido',
    accounts: {
      counted: 'Cuenta desde ahora',
      uncounted: 'Ya no cuenta',
      corrected: 'Su saldo cambió más que sus movimientos',
    },
    goneAccount: 'Una cuenta que ya no existe',
    others: {
      payments: (count) =>
        `${number(count)} ${plural(count, { one: 'movimiento menor', other: 'movimientos menores' })}`,
      expenses: (count) =>
        `${number(count)} ${plural(count, { one: 'apartado menor', other: 'apartados menores' })}`,
    },
  },
  asOf: (time) => `A las ${time}`,
  stale: (time) => `Última sincronización: ${time}`,
  neverSynced: 'Esperando la primera respuesta del banco',
  equation: {
    label: 'De dónde sale esta cifra',
    cash: 'En el banco',
    expenses: 'Apartados',
    goals: 'Metas',
    cards: 'Tarjetas',
    free: 'Libre',
    reserve: (amount) => `${amount} guardados por adelantado`,
  },
  payday: {
    title: 'Próximo cobro',
    in: (days) => (days === 1 ? 'mañana' : `en ${number(days)} días`),
    today: 'hoy',
    deposit: 'Cobro previsto',
    aside: 'Se aparta',
    after: 'Queda para gastar',
    parts: (count) =>
      `Para ${number(count)} ${plural(count, { one: 'apartado', other: 'apartados' })}`,
    short: (amount) => `${amount} menos de lo previsto`,
    none: 'Añade un día de cobro y el dinero se apartará solo.',
  },
  waiting: (day, amount) =>
    `Tu cobro del ${day} aún no ha llegado. Cuando llegue se apartarán ${amount}.`,
  needs: {
    title: 'Pendiente de ti',
    connection: (name) => `${name} necesita tu atención`,
    someBank: 'Una conexión bancaria',
    behind: (name, amount) => `A ${name} le faltan ${amount}`,
    setAside: (amount) => `Apartar ${amount}`,
    fromAnother: 'Mover desde otro',
    due: (day) => `vence el ${day}`,
    webhook: (name) => `El webhook ${name} está en pausa`,
    webhookGone: 'Su dirección dice que ya no existe.',
    unfiled: (count) =>
      `${number(count)} ${plural(count, { one: 'pago no tiene', other: 'pagos no tienen' })} categoría`,
    lately: 'en los últimos 30 días',
    matches: (count) =>
      `${number(count)} ${plural(count, { one: 'pago puede estar repetido', other: 'pagos pueden estar repetidos' })}`,
    sameOrNot: 'Di si son el mismo.',
    assignments: (count) =>
      `${number(count)} ${plural(count, { one: 'pago puede', other: 'pagos pueden' })} ser de un apartado`,
    yesOrNo: 'Responde sí o no.',
    standing: {
      trial_ended: 'La prueba ha terminado: puedes mirar, pero no cambiar.',
      lapsed: 'La suscripción ha caducado.',
      closed: 'Este hogar se ha cerrado.',
    },
  },
  coming: {
    title: 'Próximamente',
    none: 'No vence nada en las próximas dos semanas.',
    funded: 'Cubierto',
    on_the_way: 'En camino',
    short: (amount) => `Faltan ${amount}`,
  },
  recent: {
    title: 'Recientes',
    all: 'Todos los movimientos',
    none: 'Aún no hay movimientos.',
  },
  month: {
    title: 'Gastado este mes',
    less: (amount) => `${amount} menos que a estas alturas del mes pasado`,
    more: (amount) => `${amount} más que a estas alturas del mes pasado`,
    same: 'Lo mismo que a estas alturas del mes pasado',
    this: 'Este mes',
    last: 'El mes pasado',
    table: 'Ver como tabla',
    chart: 'Ver como gráfico',
    day: 'Día',
    chartLabel: (now, then) =>
      `Gasto día a día: ${now} este mes hasta hoy, ${then} hasta el mismo día del mes pasado.`,
  },
  welcome: {
    title: 'Te damos la bienvenida',
    words:
      'Conecta un banco o añade una cuenta a mano para ver cuánto puedes gastar con tranquilidad.',
    add: 'Añadir una cuenta',
  },
})
