import type { firstSteps as english } from '../en/first-steps.ts'
import type { Formats } from '../formats.ts'

export const firstSteps = ({ number, plural }: Formats): ReturnType<typeof english> => {
  const dayOf = (date: number) => (date === 31 ? 'el último día' : `el día ${number(date)}`)
  return {
    title: 'Tus primeros pasos',
    words: 'Responde a unas preguntas y verás cuánto puedes gastar con tranquilidad.',
    dismiss: 'Ocultar estos pasos',
    done: 'Hecho:',
    money: {
      title: '¿Dónde está tu dinero?',
      bank: 'Conectar un banco',
      file: 'Importar un archivo',
      hand: 'Añadir una cuenta a mano',
      move: 'Traerlo de otra aplicación',
      done: (count) => `${number(count)} ${plural(count, { one: 'cuenta', other: 'cuentas' })}`,
    },
    categories: {
      title: '¿Ordenar los pagos por categorías?',
      ready: 'Earmark usa las categorías habituales. Solo verás las que tengan pagos.',
      without: 'Empezar sin categorías',
      offer: 'Earmark puede ordenar tus pagos en las categorías habituales.',
      file: 'Ordenar los pagos',
    },
    goOn: 'Continuar',
    spendable: {
      title: '¿Con qué cuentas pagas tus gastos?',
      words: 'Desmarca las cuentas cuyo dinero no quieras tocar.',
      inBank: (amount) => `${amount} en el banco`,
      save: 'Usar estas cuentas',
    },
    pay: {
      title: '¿Cuándo cobras?',
      waiting: 'En cuanto estén tus movimientos, Earmark te propondrá tus ingresos regulares.',
      none: 'Aún no se han encontrado ingresos regulares.',
      add: (name) => `Sí, añadir ${name}`,
      other: 'Indicarlo a mano',
      rhythm: ({ frequency, weekday, days }) => {
        if (frequency === 'weekly') return `Cada ${weekday}`
        if (frequency === 'biweekly') return `Un ${weekday} de cada dos`
        const all = days.map(dayOf).join(' y ')
        return `${all.charAt(0).toUpperCase()}${all.slice(1)} de cada mes`
      },
      exactly: (rhythm, amount) => `¿${rhythm}, ${amount}?`,
      about: (rhythm, amount) => `¿${rhythm}, unos ${amount}?`,
      next: (name, day) => `${name} · el próximo, el ${day}`,
      added: (name) => `Se ha añadido ${name}`,
    },
    bills: {
      title: '¿Qué recibos pagas con regularidad?',
      waiting: 'En cuanto indiques cuándo cobras, Earmark te propondrá tus recibos habituales.',
      none: 'Aún no se han encontrado recibos habituales.',
      other: 'Añadir uno a mano',
      skip: 'Omitir y ver mi cifra',
      taking: 'Apartando…',
      list: 'Recibos habituales',
      intervals: {
        '7d': 'cada semana',
        '14d': 'cada dos semanas',
        '28d': 'cada cuatro semanas',
        1: 'cada mes',
        2: 'cada dos meses',
        3: 'cada tres meses',
        6: 'cada seis meses',
        12: 'cada año',
      },
      next: (interval, day) => `${interval} · el próximo, el ${day}`,
      about: (amount) => `unos ${amount}`,
      now: (amount) => `Se apartarán ${amount} ahora mismo.`,
      later: 'A partir de ahora, cada cobro apartará dinero para ellos.',
      add: (count) =>
        `Apartar para ${number(count)} ${plural(count, { one: 'recibo', other: 'recibos' })}`,
      added: (count) =>
        `${plural(count, { one: 'Se ha añadido', other: 'Se han añadido' })} ${number(count)} ${plural(count, { one: 'recibo', other: 'recibos' })} a tu plan`,
    },
    closing: {
      title: (amount) => `Esta es tu cifra: ${amount}`,
      free: 'Puedes gastarlo sin tocar tus recibos.',
      daily: (amount, day) => `Libre para gastar hasta el ${day}: unos ${amount} al día.`,
      aside: (amount) => `Ya hay ${amount} apartados para tus recibos.`,
      next: (day, amount) => `Tu cobro del ${day} apartará ${amount} más, sin que hagas nada.`,
      done: 'Listo',
      plan: 'Ver el plan',
    },
  }
}
