import type { firstSteps as english } from '../en/first-steps.ts'
import type { Formats } from '../formats.ts'

export const firstSteps = ({ number, plural }: Formats): ReturnType<typeof english> => {
  const dayOf = (date: number) => (date === 31 ? 'el último día' : `el día ${number(date)}`)
  return {
    title: 'Tus primeros pasos',
    words: 'Unas preguntas, y sabrás cuánto queda libre para gastar.',
    dismiss: 'Quitar esta lista',
    done: 'Hecho:',
    money: {
      title: '¿Cómo entra el dinero?',
      bank: 'Conectar un banco',
      file: 'Importar un archivo',
      hand: 'Escribirlo a mano',
      done: (count) => `${number(count)} ${plural(count, { one: 'cuenta', other: 'cuentas' })}`,
    },
    goOn: 'Seguir con tus primeros pasos',
    spendable: {
      title: '¿Qué parte puedes gastar?',
      words: 'Estas cuentas forman lo que hay en el banco. Deja fuera lo que no se debe tocar.',
      inBank: (amount) => `${amount} en el banco`,
      save: 'Cuentan estas',
    },
    pay: {
      title: '¿Cuándo cobras?',
      waiting: 'Cuando haya ingresos, se propondrán los que llegan con regularidad.',
      none: 'Aún no hay ingresos que lleguen con regularidad.',
      add: (name) => `Sí, añadir ${name}`,
      other: 'Decirlo yo',
      rhythm: ({ frequency, weekday, days }) => {
        if (frequency === 'weekly') return `Cada ${weekday}`
        if (frequency === 'biweekly') return `Cada dos semanas, en ${weekday}`
        const all = days.map(dayOf).join(' y ')
        return `${all.charAt(0).toUpperCase()}${all.slice(1)} de cada mes`
      },
      exactly: (rhythm, amount) => `¿${rhythm}, ${amount}?`,
      about: (rhythm, amount) => `¿${rhythm}, unos ${amount}?`,
      next: (name, day) => `${name} · el próximo, el ${day}`,
      added: (name) => `Se ha añadido ${name}`,
    },
    bills: {
      title: '¿Qué recibos vuelven?',
      waiting: 'Cuando hayas dicho cuándo cobras, se propondrán los recibos que vuelven.',
      none: 'Aún no hay recibos que vuelvan con regularidad.',
      other: 'Añadir uno yo',
      list: 'Recibos que vuelven',
      intervals: { 1: 'cada mes', 3: 'cada tres meses', 6: 'cada seis meses', 12: 'cada año' },
      next: (interval, day) => `${interval} · el próximo, el ${day}`,
      about: (amount) => `unos ${amount}`,
      now: (amount) => `De lo que está libre se apartan ${amount} ahora mismo.`,
      later: 'Desde ahora, cada cobro apartará dinero para ellos.',
      add: (count) =>
        `Apartar para ${number(count)} ${plural(count, { one: 'recibo', other: 'recibos' })}`,
      added: (count) =>
        `${plural(count, { one: 'Se ha añadido', other: 'Se han añadido' })} ${number(count)} ${plural(count, { one: 'apartado', other: 'apartados' })}`,
    },
  }
}
