import type { access as english } from '../en/access.ts'
import type { Formats } from '../formats.ts'

export const access = ({ number, plural }: Formats): ReturnType<typeof english> => ({
  title: 'Accesos',
  words: 'Todo lo que puede entrar en tu nombre. Termina lo que no reconozcas.',
  revokeAll: 'Revocar todo',
  revokeAllTitle: '¿Revocar todo menos este navegador?',
  revokeAllWords:
    'Se cierra la sesión en los demás navegadores. Tus claves de API, dispositivos, invitaciones abiertas y enlaces de restablecimiento dejan de funcionar, en todos los hogares. Tu autenticador sigue activado.',
  passkeysToo: 'Quitar también mis llaves de acceso',
  revoked: (count: number) =>
    count === 0
      ? 'No había nada más que revocar'
      : `${number(count)} ${plural(count, { one: 'acceso revocado', other: 'accesos revocados' })}`,
  browsers: 'Sesiones iniciadas',
  known: 'Navegadores reconocidos',
  knownWords:
    'Ya has iniciado sesión con ellos. Por sí solos no abren nada, pero quien pruebe tu contraseña desde otro sitio no puede bloquearte en ellos.',
  lastUsed: (moment: string) => `última sesión iniciada ${moment}`,
  forget: 'Olvidar',
  forgotten: 'El navegador ya no se reconoce',
  proofs: 'Cómo demuestras que eres tú',
  password: 'Contraseña',
  on: 'Activado',
  off: 'Desactivado',
  passkeys: 'Llaves de acceso',
  resetLinks: 'Enlaces de restablecimiento abiertos',
  manage: 'Gestionar en Tú',
  inHousehold: (name: string) => `Lo tuyo en ${name}`,
  nothing: 'Ni claves, ni dispositivos, ni invitaciones.',
  key: 'Clave de API',
  keyWrites: 'Clave de API que puede cambiar cosas',
  device: 'Dispositivo',
  invitation: 'Invitación',
  anyone: 'cualquiera con el enlace',
  until: (moment: string) => `hasta ${moment}`,
  used: (moment: string) => `último uso ${moment}`,
  neverUsed: 'nunca usado',
  madeBy: (name: string) => `creado por ${name}`,
  of: (name: string) => `de ${name}`,
  operator: 'el operador',
  everybody: 'Lo de todos en este hogar',
  everybodyWords: 'Lo ves porque eres titular del hogar.',
  revokeHousehold: 'Revocar todo esto',
  revokeHouseholdTitle: '¿Revocar todas las claves, dispositivos e invitaciones de este hogar?',
  revokeHouseholdWords:
    'Los de todos los miembros dejan de funcionar al momento, también los tuyos. No se cierra la sesión de nadie.',
  revoke: 'Revocar',
  revokeOne: (name: string) => `¿Revocar ${name}?`,
  revokeOneWords: 'Deja de funcionar al momento, para siempre.',
  left: 'Conexiones con bancos que se quedaron',
  leftWords:
    'Las crearon miembros que ya no están. Se sigue preguntando a sus bancos hasta que las desconectes.',
  aBank: 'Un banco',
  disconnect: 'Desconectar',
  disconnected: (name: string) => `${name} se ha desconectado`,
  webhooks: 'Webhooks de todos los miembros',
  webhooksWords:
    'Los movimientos nuevos se envían a estos servidores. Cada uno es del miembro que lo creó, que puede reanudarlo.',
  pause: 'Pausar',
  paused: 'En pausa',
  running: 'Activo',
  lastDelivery: (moment: string) => `última entrega ${moment}`,
  neverDelivered: 'aún no se ha enviado nada',
})
