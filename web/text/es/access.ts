import type { access as english } from '../en/access.ts'
import type { Formats } from '../formats.ts'

export const access = ({ number, plural }: Formats): ReturnType<typeof english> => ({
  title: 'Accesos',
  words: 'Todo lo que puede actuar en tu nombre. Revoca lo que no reconozcas.',
  revokeAll: 'Revocar todo',
  revokeAllTitle: '¿Revocar todo menos este navegador?',
  revokeAllWords:
    'Se cierra la sesión en los demás navegadores. Tus claves de API, dispositivos, invitaciones pendientes y enlaces de restablecimiento dejan de funcionar en todos los hogares. Tu aplicación de códigos sigue activada.',
  passkeysToo: 'Quitar también mis llaves de acceso',
  revoked: (count: number) =>
    count === 0
      ? 'No había nada más que revocar'
      : `${number(count)} ${plural(count, { one: 'acceso revocado', other: 'accesos revocados' })}`,
  browsers: 'Navegadores con sesión iniciada',
  known: 'Navegadores reconocidos',
  knownWords:
    'Ya has iniciado sesión en ellos. Por sí solos no dan acceso, pero nadie que pruebe tu contraseña puede bloquearte en ellos.',
  lastUsed: (moment: string) => `última sesión iniciada ${moment}`,
  forget: 'Olvidar',
  forgotten: 'Navegador olvidado',
  proofs: 'Cómo inicias sesión',
  password: 'Contraseña',
  on: 'Activado',
  off: 'Desactivado',
  passkeys: 'Llaves de acceso',
  resetLinks: 'Enlaces de restablecimiento activos',
  manage: 'Gestionar en Tú',
  inHousehold: (name: string) => `Lo tuyo en ${name}`,
  nothing: 'Ni claves, ni dispositivos, ni invitaciones.',
  key: 'Clave de API',
  keyWrites: 'Clave de API (leer y escribir)',
  device: 'Dispositivo',
  feed: 'Dirección de calendario',
  feedRead: (moment: string) => `leída por última vez ${moment}`,
  invitation: 'Invitación',
  anyone: 'cualquiera con el enlace',
  until: (moment: string) => `hasta ${moment}`,
  used: (moment: string) => `último uso ${moment}`,
  neverUsed: 'nunca usado',
  madeBy: (name: string) => `creado por ${name}`,
  of: (name: string) => `de ${name}`,
  operator: 'el operador',
  everybody: 'Todos en este hogar',
  everybodyWords: 'Lo ves porque eres titular.',
  revokeHousehold: 'Revocar todo esto',
  revokeHouseholdTitle: '¿Revocar todas las claves, dispositivos e invitaciones de este hogar?',
  revokeHouseholdWords:
    'Dejan de funcionar al momento para todos los miembros, también para ti. No se cierra la sesión de nadie.',
  revoke: 'Revocar',
  revokeOne: (name: string) => `¿Revocar ${name}?`,
  revokeOneWords: 'Deja de funcionar al momento, para siempre.',
  left: 'Conexiones bancarias de antiguos miembros',
  leftWords:
    'Las crearon miembros que ya no están. Se siguen sincronizando hasta que las desconectes.',
  aBank: 'Un banco',
  disconnect: 'Desconectar',
  disconnected: (name: string) => `${name}: desconectado`,
  webhooks: 'Webhooks de todos los miembros',
  webhooksWords:
    'Estos servidores reciben los movimientos nuevos. Solo puede reanudar un webhook el miembro que lo añadió.',
  pause: 'Pausar',
  paused: 'En pausa',
  running: 'Activo',
  lastDelivery: (moment: string) => `última entrega ${moment}`,
  neverDelivered: 'aún no se ha enviado nada',
})
