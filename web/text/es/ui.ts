import type { ui as english } from '../en/ui.ts'

export const ui: typeof english = {
  retry: 'Reintentar',
  close: 'Cerrar',
  cancel: 'Cancelar',
  save: 'Guardar',
  add: 'Añadir',
  copy: 'Copiar',
  copied: 'Copiado',
  secretLost:
    'Se ha creado, pero su secreto se perdió por el camino y no se muestra otra vez: crea otro.',
  remove: 'Quitar',
  loadMore: 'Mostrar más',
  undo: 'Deshacer',
  undone: 'Deshecho',
  redone: 'Rehecho',
  nothingFound: 'No se ha encontrado nada',
  moneyOut: 'Dinero que sale',
  moneyIn: 'Dinero que entra',
  none: 'Ninguno',
  amountFaults: {
    malformed: 'Esto no parece un importe.',
    too_large: 'Este importe es demasiado grande.',
  },
}
