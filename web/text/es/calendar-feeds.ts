import type { calendarFeeds as english } from '#web/text/en/calendar-feeds.ts'

export const calendarFeeds = (): ReturnType<typeof english> => ({
  title: 'En tu propio calendario',
  words:
    'Los programas de calendario leen facturas, días de cobro y puntos bajos con una dirección secreta. Solo abre este calendario.',
  none: 'Aún no hay ninguna dirección.',
  add: 'Nueva dirección',
  create: 'Crear dirección',
  name: 'Nombre del calendario',
  kinds: 'Mostrar',
  kind: { bills: 'Facturas', paydays: 'Días de cobro', low_points: 'Puntos más bajos de lo libre' },
  amounts: 'Con importes',
  amountsHint: 'Quítalos en un calendario que vean otros, como el del trabajo.',
  ahead: 'Meses por delante',
  back: 'Meses atrás',
  alarm: 'Aviso de facturas',
  noAlarm: 'Ninguno',
  alarmDays: (days) =>
    days === 0 ? 'El mismo día, a las 9:00' : days === 1 ? 'El día anterior' : `${days} días antes`,
  read: (moment) => `leída por última vez ${moment}`,
  neverRead: 'nunca leída',
  noAmounts: 'sin importes',
  revoked: 'Revocada',
  revoke: 'Revocar',
  revokeTitle: (name) => `¿Revocar la dirección de ${name}?`,
  revokeWords:
    'Los programas que la leen paran en su próximo intento. Los eventos que ya tienen pueden quedarse.',
  shown: 'La dirección de tu calendario',
  shownWords:
    'Solo se muestra ahora. Quien la tenga puede leer este calendario: no la publiques, y revócala si lo has hecho.',
  done: 'Ya la he añadido',
  open: 'Abrir en el calendario de este dispositivo',
  qr: 'Código QR de la dirección',
  steps: [
    [
      'Apple',
      'Escanea el código con el iPhone, o en un Mac: Archivo → Nueva suscripción a calendario.',
    ],
    [
      'Google',
      'En un ordenador: Otros calendarios → + → Desde URL. Google la lee desde sus servidores, una vez al día más o menos, así que debe ser accesible desde internet por https.',
    ],
    ['Thunderbird', 'Nuevo calendario → En la red → pega la dirección; sin nombre de usuario.'],
  ],
  local:
    'Solo este ordenador llega a «localhost». Abre Earmark con una dirección a la que llegue tu teléfono.',
})
