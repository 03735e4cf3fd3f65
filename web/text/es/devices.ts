import type { devices as english } from '../en/devices.ts'

export const devices: typeof english = {
  title: 'Configura tu móvil',
  words: 'Los pagos aparecen en Earmark en cuanto acercas el móvil.',
  numberTitle: 'Tu cifra en el móvil',
  numberWords: 'Lo libre para gastar en la pantalla de inicio, en un widget o con Siri.',
  missingTitle: 'Aún no hay nada que configurar',
  missing:
    'En Earmark, abre Cuentas, elige Añadir un dispositivo y escanea el código QR con este móvil.',
  add: {
    title: 'Añadir un dispositivo',
    next: 'Continuar',
    readyTitle: 'Escanéalo con el móvil',
    scan: 'Abre la cámara y apunta aquí. Los pasos se abren en el móvil, con todo listo para copiar.',
    qr: 'Código QR con la dirección de los pasos',
    open: 'Abrir los pasos aquí',
    token: 'Clave del dispositivo',
    key: 'Clave de la API, solo lectura',
    once: 'Solo se muestra una vez. Quien la tenga puede añadir pagos, y nada más.',
    keyOnce:
      'Solo se muestra una vez. Quien la tenga puede leer tu presupuesto, pero no cambiarlo.',
    address: 'Dirección de Earmark',
    addressHint: 'Tal como la ve tu móvil.',
    done: 'Listo',
    number: 'Mostrar la cifra en un móvil',
    numberWords:
      'Se crea una clave de la API que solo puede leer. Puedes revocarla en Desarrollo cuando quieras.',
    keyName: 'Móvil: libre para gastar',
  },
  address: {
    unreadable: 'Escribe una dirección como https://earmark.example.com.',
    local:
      'Tu móvil no puede llegar a «localhost». Escribe el nombre o la dirección de este ordenador en tu red, como http://192.168.1.20:3000.',
    plain:
      'Sin https, otros en la misma red pueden leer la clave. Funciona en casa, pero no fuera: usa https o una VPN como WireGuard o Tailscale.',
    home: 'Esta dirección solo funciona en casa. Fuera de ella, los pagos llegan a Earmark por una VPN como WireGuard o Tailscale.',
    good: 'Funciona donde el móvil tenga conexión.',
  },
  live: {
    waiting: 'Esperando el primer pago…',
    arrived: 'Ha llegado el primer pago',
    from: (card: string) => `Pagado con ${card}. Está en Movimientos.`,
    stopped: 'Earmark ya no acepta esta clave.',
  },
  platform: 'Tu móvil',
  platforms: {
    iphone: 'iPhone',
    tasker: 'Android: Tasker',
    http: 'Android: HTTP Shortcuts',
  },
  about: {
    iphone: 'Requiere iOS 17 o posterior y una tarjeta en Apple Wallet. No hay que instalar nada.',
    tasker:
      'Lee la notificación de Google Wallet tras cada pago. MacroDroid y Automate pueden enviar la misma petición.',
    http: 'Un botón en la pantalla de inicio para efectivo y tarjetas sin notificaciones. Gratuita y de código abierto.',
  },
  step: (number: string) => `Paso ${number}`,
  iphone: {
    automation: {
      title: 'Nueva automatización',
      words:
        'Abre Atajos, luego Automatización y +. Elige Wallet (en iOS 17, Transacción), selecciona tus tarjetas, elige Ejecutar inmediatamente y pulsa Siguiente.',
    },
    action: {
      title: 'Añade «Obtener contenido de URL»',
      words: 'Elige Nueva automatización en blanco, busca esta acción y pega la dirección.',
    },
    method: {
      title: 'Método y cabecera',
      words: 'Pulsa la flecha. Pon el método en POST y añade una cabecera.',
    },
    body: {
      title: 'Cuerpo de la solicitud: JSON',
      words:
        'Añade cuatro campos de tipo Texto. En los tres últimos, inserta Entrada de atajo, púlsala y elige la propiedad.',
    },
    pay: {
      title: 'Paga con el móvil',
      words:
        'El pago aparece aquí en segundos. Algunas tiendas no envían el importe; entonces no se añade nada.',
    },
    parts: { merchant: 'Comercio', amount: 'Importe', card: 'Tarjeta o pase' },
  },
  tasker: {
    profile: {
      title: 'Nuevo perfil: notificación',
      words:
        'Perfiles, luego +, Evento, Interfaz, Notificación. Como aplicación elige Google Wallet y permite a Tasker leer las notificaciones.',
    },
    split: {
      title: 'Separa el texto',
      words:
        'Una notificación dice «12,50 € con Visa ••1234». Añade dos acciones: Variable Set y Variable Split, con la palabra de tu idioma entre importe y tarjeta.',
      splitter: ' con ',
      set: 'Variable Set',
      splitName: 'Variable Split',
      to: 'A',
      by: 'Separador',
    },
    request: {
      title: 'Añade «HTTP Request»',
      words: 'Está en Net. Copia cada línea en su campo.',
      content: 'Tipo de contenido',
    },
    pay: { title: 'Paga con el móvil', words: 'El pago aparece aquí en segundos.' },
  },
  http: {
    create: {
      title: 'Nuevo atajo',
      words:
        'En HTTP Shortcuts pulsa + y luego Regular HTTP Shortcut. Pon el método y la dirección.',
    },
    headers: { title: 'Cabecera', words: 'Añade una cabecera.' },
    body: {
      title: 'Cuerpo',
      words:
        'Texto personalizado, de tipo application/json. Sustituye cada parte en mayúsculas por una variable de la aplicación: entrada de texto las dos primeras, fija la tarjeta.',
    },
    pay: {
      title: 'Púlsalo',
      words: 'Ponlo en la pantalla de inicio. Pregunta el comercio y el importe, y los envía.',
    },
    parts: { merchant: 'COMERCIO', amount: 'IMPORTE', card: 'TARJETA' },
  },
  number: {
    create: {
      title: 'Nuevo atajo',
      words: 'Abre Atajos, pulsa +, añade «Obtener contenido de URL» y pega la dirección.',
    },
    header: { title: 'Añade la cabecera', words: 'Pulsa la flecha. El método sigue siendo GET.' },
    read: {
      title: 'Lee la cifra',
      words:
        'Añade «Obtener valor del diccionario» con esta clave y luego «Calcular» para pasar de céntimos a dinero.',
      key: 'Clave',
      calculate: 'Calcular',
    },
    show: {
      title: 'Muéstrala',
      words:
        'Añade «Mostrar resultado» y llama al atajo «Libre para gastar». Ponlo en la pantalla de inicio, en el widget de Atajos, en el reloj, o pídeselo a Siri.',
    },
    script: {
      title: 'Muestra la respuesta',
      words:
        'En Scripting, en «Run on Success», añade esta línea. Después pon el atajo en la pantalla de inicio.',
      name: 'Script',
    },
  },
  labels: {
    url: 'Dirección',
    method: 'Método',
    header: 'Cabecera',
    value: 'Valor',
    body: 'Cuerpo',
    text: 'Texto',
    input: 'Entrada de atajo',
  },
}
