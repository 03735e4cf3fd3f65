import type { Words } from '../en/providers.ts'

export const providers: Words = {
  continueWith: (name) => `Continuar con ${name}`,
  link: (name) => `Vincular ${name}`,
  working: 'Entrando…',
  failed: 'No has entrado',
  back: 'Volver',
  otherAccount: 'Usar otra cuenta',
  code: 'Confírmalo con tu código',
  continue: 'Continuar',
  closeWindow: 'Listo. Puedes cerrar esta ventana.',
  logins: 'Accesos',
  loginsWords: 'Entra con un proveedor que ya usas en otros sitios.',
  none: 'Todavía no hay ninguno vinculado.',
  linked: 'Acceso vinculado',
  unlinked: 'Acceso desvinculado',
  unlink: 'Desvincular',
  unlinkTitle: (name) => `¿Desvincular ${name}?`,
  unlinkWords: 'Ya no podrás entrar con él.',
  gone: 'ya no está disponible aquí',
  prove: (name) => `Usar ${name}`,
}
