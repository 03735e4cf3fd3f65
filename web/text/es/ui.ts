import type { ui as english } from '../en/ui.ts'

export const ui: typeof english = {
  retry: 'Reintentar',
  close: 'Cerrar',
  cancel: 'Cancelar',
  save: 'Guardar',
  add: 'Añadir',
  copy: 'Copiar',
  copied: 'Copiado',
  remove: 'Quitar',
  loadMore: 'Mostrar más',
  undo: 'Deshacer',
  undone: 'Deshecho',
  redone: 'Rehecho',
  nothingFound: 'Nada encontrado',
  moneyOut: 'Dinero que sale',
  moneyIn: 'Dinero que entra',
  none: 'Ninguno',
  amountFaults: {
    malformed: 'Esto no es un importe.',
    too_large: 'Es más de lo que se puede registrar.',
  },
}
