import type { errors as english } from '../en/errors.ts'

export const errors: typeof english = {
  unreachable: 'No se puede acceder a Earmark. Comprueba tu conexión.',
  unreadable: 'Algo entre tú y Earmark ha respondido en su lugar.',
  internal_error: 'Algo ha fallado por nuestra parte. Inténtalo más tarde.',
  session_required: 'Tu sesión ha terminado.',
  sudo_required: 'Para esto tienes que decir una vez más quién eres.',
  edit_conflict: 'Alguien lo ha cambiado mientras tanto. Míralo de nuevo.',
  account_read_only: 'La prueba ha terminado: puedes verlo todo, pero no cambiarlo.',
  subscription_required: 'La suscripción ha caducado.',
  account_closed: 'Este hogar se ha cerrado.',
  second_factor_unreadable:
    'Este servidor ya no puede leer tu aplicación de autenticación: se perdió su secreto maestro. Usa un código de recuperación o una llave de acceso, o pide a quien lo administra `earmark reset-password CORREO --remove-second-factors`.',
  resource_not_found: 'Ya no existe.',
}
