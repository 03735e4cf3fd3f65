import type { keys as english } from '../en/keys.ts'
import type { Formats } from '../formats.ts'

export const keys = ({ number, plural }: Formats): ReturnType<typeof english> => ({
  restricted: 'Restringida',
  matrix: 'Esta clave puede',
  levels: { none: 'Nada', read: 'Leer', write: 'Escribir' },
  resource: 'Datos',
  resources: {
    accounts: 'Cuentas',
    transactions: 'Movimientos',
    expenses: 'Apartados',
    categories: 'Categorías',
    funding_schedules: 'Días de cobro',
    settings: 'Ajustes',
    analytics: 'Informes',
    connections: 'Conexiones con bancos',
    sync: 'Importaciones de bancos',
    webhooks: 'Webhooks',
  },
  webhooksNeed:
    'Los webhooks envían movimientos: para añadir uno, la clave también debe poder leerlos.',
  from: 'Solo desde estas direcciones',
  fromHint: 'Una red o dirección por línea, como 203.0.113.0/24. Vacío: desde cualquier lugar.',
  onlyFrom: (networks) => `solo desde ${networks}`,
  edit: 'Editar',
  editTitle: (name) => `Editar ${name}`,
  save: 'Guardar',
  places: 'Usada desde',
  noPlaces: 'Aún no se ha usado.',
  first: (moment) => `por primera vez el ${moment}`,
  isNew: 'Nuevo',
  alert: (count) =>
    `Tus claves de API se han usado desde ${plural(count, { one: 'un lugar nuevo', other: `${number(count)} lugares nuevos` })}. Si no has sido tú, revoca la clave.`,
  look: 'Ver claves',
  dismiss: 'He sido yo',
  newFrom: (addresses) => `Nuevo: ${addresses}`,
})
