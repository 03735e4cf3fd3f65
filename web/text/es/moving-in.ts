import type { movingIn as english } from '../en/moving-in.ts'
import type { Formats } from '../formats.ts'

export const movingIn = ({ number, plural }: Formats): ReturnType<typeof english> => {
  const payments = (count: number) =>
    `${number(count)} ${plural(count, { one: 'movimiento', other: 'movimientos' })}`
  return {
    title: 'Mudarse desde otra aplicación',
    back: 'Cuentas',
    payments,
    applications: {
      ynab: 'YNAB',
      actual: 'Actual Budget',
      monarch: 'Monarch',
      lunchmoney: 'Lunch Money',
      firefly: 'Firefly III',
      copilot: 'Copilot Money',
      mint: 'Mint',
      quicken: 'Quicken',
    },
    choose: {
      title: '¿De qué aplicación vienes?',
      words:
        'Earmark importa tus cuentas con sus saldos, categorías y movimientos. Los presupuestos y los pagos programados pasan a ser sugerencias.',
      how: {
        ynab: 'En YNAB, elige Export Plan. Envía el archivo ZIP tal cual.',
        actual: 'En Actual, abre Settings y elige Export data. Envía el archivo ZIP tal cual.',
        monarch:
          'En Monarch, abre Settings y después Data. Descarga los movimientos y los saldos de las cuentas, y envía ambos.',
        lunchmoney: 'En Lunch Money, abre Transactions y elige Export to CSV.',
        firefly:
          'En Firefly III, abre Herramientas y después Exportar datos. Exporta todo desde el primer día y envía todos los archivos.',
        copilot: 'En Copilot, abre Transactions y elige Export.',
        mint: 'Envía el archivo CSV con tus movimientos que descargaste de Mint.',
        quicken: 'En Quicken, elige File, Export, QIF file, con todas las cuentas.',
      },
      files: 'Archivos de la exportación',
      drop: 'Suelta los archivos aquí',
      browse: 'o elígelos',
      change: 'Elegir otros',
      look: 'Vista previa',
      reading: 'Leyendo los archivos…',
      nothingYet: 'No se guarda nada antes de que lo veas.',
      noFile: 'Elige antes un archivo.',
      tooLarge: 'No se admiten archivos de más de 50 MB.',
    },
    review: {
      title: (application) => `Mudanza desde ${application}`,
      period: (from, to) => `del ${from} al ${to}`,
      counts: {
        added: 'Movimientos nuevos',
        known: 'Ya están aquí',
        transfers: 'Traspasos emparejados',
      },
      hints: {
        added: (splits, pending) =>
          `${number(splits)} ${plural(splits, { one: 'dividido', other: 'divididos' })}, ${number(pending)} ${plural(pending, { one: 'pendiente', other: 'pendientes' })}`,
        known: 'de una mudanza anterior',
        transfers: 'entre tus cuentas',
      },
      categories: (count) =>
        `${number(count)} ${plural(count, { one: 'categoría nueva', other: 'categorías nuevas' })}`,
      proposals: (bills, paydays) =>
        `${number(bills)} ${plural(bills, { one: 'recibo o presupuesto', other: 'recibos y presupuestos' })} y ${number(paydays)} ${plural(paydays, { one: 'día de cobro', other: 'días de cobro' })} por sugerir`,
      dateOrder: '¿Cómo escribe las fechas el archivo?',
      orders: { dmy: 'Primero el día', mdy: 'Primero el mes' },
      spending: '¿Cómo escribe los gastos el archivo?',
      signs: { minus: 'Con un menos', plus: 'Sin menos' },
      go: (count) => `Mudar ${payments(count)}`,
      goNone: 'Mudarse',
      discard: 'Descartar',
      discarded: 'Descartado. No se guardó nada.',
      incomplete:
        'Falta un archivo o no se pudo leer. Descarta esto y elige de nuevo los archivos.',
    },
    accounts: {
      title: 'Cuentas',
      words: 'Comprueba los tipos y los saldos. Desmarca las cuentas que no quieras.',
      take: (name) => `Importar ${name}`,
      kind: (name) => `Tipo de ${name}`,
      guessed: 'deducido de su nombre',
      known: 'ya está aquí',
      leftOut: 'omitida',
      balance: 'Saldo',
      setBalance: 'Editar el saldo',
      newBalance: (name) => `Saldo de ${name} tras su último movimiento`,
      apply: 'Aplicar',
      differs: (amount) => `los archivos dicen ${amount}`,
    },
    left: {
      title: 'Omitido o cambiado',
      for: (names) => `por ejemplo, ${names}`,
      reasons: {
        account_left_out: (count) =>
          `${number(count)} ${plural(count, { one: 'cuenta', other: 'cuentas' })} que omites`,
        zero_amount: (count) => `${payments(count)} de cero`,
        split_apart: (count) =>
          `${number(count)} ${plural(count, { one: 'movimiento dividido se guarda', other: 'movimientos divididos se guardan' })} por partes, porque una parte es un traspaso o tiene el otro signo`,
        transfer_alone: (count) =>
          `${number(count)} ${plural(count, { one: 'traspaso', other: 'traspasos' })} sin su otro lado`,
        notes_shortened: (count) =>
          `${number(count)} ${plural(count, { one: 'nota era demasiado larga', other: 'notas eran demasiado largas' })}`,
        schedule_irregular: (count) =>
          `${number(count)} ${plural(count, { one: 'pago programado o presupuesto', other: 'pagos programados o presupuestos' })} con un ritmo que Earmark no conoce`,
        schedule_transfer: (count) =>
          `${number(count)} ${plural(count, { one: 'traspaso programado', other: 'traspasos programados' })}`,
        schedule_ended: (count) =>
          `${number(count)} ${plural(count, { one: 'pago programado', other: 'pagos programados' })} que ya ${plural(count, { one: 'terminó', other: 'terminaron' })}`,
        earlier_budgets: (count) =>
          `${number(count)} ${plural(count, { one: 'presupuesto', other: 'presupuestos' })} de meses anteriores`,
        investment: (count) =>
          `${number(count)} ${plural(count, { one: 'operación', other: 'operaciones' })} de valores`,
        other_currency: (count) =>
          `${number(count)} ${plural(count, { one: 'pago programado o presupuesto', other: 'pagos programados o presupuestos' })} en otra moneda`,
        deleted: (count) => `${payments(count)} que borraste allí`,
      },
    },
    progress: {
      title: 'Mudanza en curso',
      words: 'Puedes salir de esta página. La mudanza continúa.',
      cancel: 'Cancelar la mudanza',
    },
    report: {
      done: (count) => `Te has mudado con ${payments(count)}`,
      failed: 'La mudanza ha fallado',
      cancelled: 'La mudanza se canceló',
      undone: 'La mudanza está deshecha',
      failedWords: 'No se guardó nada.',
      undoneWords: 'Sus cuentas, categorías y movimientos ya no están.',
      see: 'Ver los movimientos',
      another: 'Mudar más archivos',
    },
    kept: {
      title: 'Esto se queda',
      kinds: {
        account: 'Cuentas',
        category: 'Categorías',
        payment: 'Movimientos',
        expense: 'Apartados',
        payday: 'Días de cobro',
      },
      reasons: {
        changed: 'los cambiaste después',
        in_use: 'otra cosa los usa',
        accepted: 'los creaste a partir de sugerencias',
      },
      line: ({ kind, count, reason, names }) =>
        `${kind}: ${number(count)}, porque ${reason} (${names})`,
      remove: 'Quitar también estos movimientos',
    },
    undo: {
      button: 'Deshacer la mudanza',
      title: '¿Deshacer esta mudanza?',
      words:
        'Earmark retira sus cuentas, categorías, movimientos y sugerencias. Lo que hayas cambiado después se queda.',
      done: 'La mudanza está deshecha',
      shortName: (name) => `Deshacer la mudanza desde ${name}`,
      short: 'Deshacer',
    },
    past: {
      title: 'Mudanzas anteriores',
      states: {
        uploaded: 'borrador',
        queued: 'en espera',
        running: 'en curso',
        done: 'hecha',
        failed: 'fallida',
        cancelled: 'cancelada',
        undone: 'deshecha',
      },
      show: 'Mostrar',
      showName: (name) => `Mostrar la mudanza desde ${name}`,
    },
  }
}
