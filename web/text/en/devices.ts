/** Texts of setting up a phone. They are loaded with its screens. */
export const devices = {
  title: 'Set up your phone',
  words: 'Payments appear in Earmark the moment you tap your phone.',
  numberTitle: 'Your number on your phone',
  numberWords: 'Free to spend on your Home Screen, in a widget or from Siri.',
  missingTitle: 'Nothing to set up yet',
  missing: 'In Earmark, open Accounts, choose Add a device, and scan the QR code with this phone.',
  add: {
    title: 'Add a device',
    next: 'Continue',
    readyTitle: 'Scan with your phone',
    scan: 'Open the camera and point it here. The steps open on your phone, with everything ready to copy.',
    qr: 'QR code with the address of the steps',
    open: 'Open the steps here',
    token: 'Device token',
    key: 'API key, read-only',
    once: 'Shown only once. Anyone who has it can add payments, and nothing else.',
    keyOnce: 'Shown only once. Anyone who has it can read your budget, but not change it.',
    address: 'Address of Earmark',
    addressHint: 'As your phone reaches it.',
    done: 'Done',
    number: 'Show the number on a phone',
    numberWords:
      'This creates an API key that can only read. You can revoke it under Developers at any time.',
    keyName: 'Phone: free to spend',
  },
  address: {
    unreadable: 'Enter an address such as https://earmark.example.com.',
    local:
      'Your phone cannot reach “localhost”. Enter the name or the address of this computer in your network, such as http://192.168.1.20:3000.',
    plain:
      'Without https, others in the same network can read the token. It works at home, not on the go: use https, or a VPN such as WireGuard or Tailscale.',
    home: 'This address works at home only. Away from home, payments reach Earmark through a VPN such as WireGuard or Tailscale.',
    good: 'Works wherever your phone has a connection.',
  },
  live: {
    waiting: 'Waiting for the first payment…',
    arrived: 'First payment arrived',
    from: (card: string) => `Paid with ${card}. It is under Transactions.`,
    stopped: 'Earmark no longer accepts this token.',
  },
  platform: 'Your phone',
  platforms: {
    iphone: 'iPhone',
    tasker: 'Android: Tasker',
    http: 'Android: HTTP Shortcuts',
  },
  about: {
    iphone: 'Needs iOS 17 or later and a card in Apple Wallet. Nothing to install.',
    tasker:
      'Reads the notification of Google Wallet after each payment. MacroDroid and Automate can send the same request.',
    http: 'A button on your home screen for cash and for cards without notifications. Free and open source.',
  },
  step: (number: string) => `Step ${number}`,
  iphone: {
    automation: {
      title: 'New automation',
      words:
        'Open Shortcuts, then Automation, then +. Choose Wallet (iOS 17: Transaction), select your cards, choose Run Immediately and tap Next.',
    },
    action: {
      title: 'Add “Get Contents of URL”',
      words: 'Choose New Blank Automation, search for this action, and paste the address.',
    },
    method: {
      title: 'Method and header',
      words: 'Tap the arrow. Set Method to POST and add a header.',
    },
    body: {
      title: 'Request Body: JSON',
      words:
        'Add four fields of type Text. For the last three, insert Shortcut Input, tap it, and choose the property.',
    },
    pay: {
      title: 'Pay with your phone',
      words:
        'The payment appears here within seconds. Some shops send no amount; then nothing is added.',
    },
    parts: { merchant: 'Merchant', amount: 'Amount', card: 'Card or Pass' },
  },
  tasker: {
    profile: {
      title: 'New profile: notification',
      words:
        'Profiles, then +, then Event, UI, Notification. As Owner Application choose Google Wallet, and allow Tasker to read notifications.',
    },
    split: {
      title: 'Take the text apart',
      words:
        'A notification reads “€12.50 with Visa ••1234”. Add two actions: Variable Set and Variable Split, with the word of your language between amount and card.',
      splitter: ' with ',
      set: 'Variable Set',
      splitName: 'Variable Split',
      to: 'To',
      by: 'Splitter',
    },
    request: {
      title: 'Add “HTTP Request”',
      words: 'Under Net. Copy each line into its field.',
      content: 'Content type',
    },
    pay: { title: 'Pay with your phone', words: 'The payment appears here within seconds.' },
  },
  http: {
    create: {
      title: 'New shortcut',
      words: 'In HTTP Shortcuts tap +, then Regular HTTP Shortcut. Set the method and the address.',
    },
    headers: { title: 'Request header', words: 'Add one header.' },
    body: {
      title: 'Request body',
      words:
        'Custom text, of type application/json. Replace each part in capitals by a variable of the app: text input for the first two, static for the card.',
    },
    pay: {
      title: 'Tap it',
      words: 'Place it on your home screen. It asks for shop and amount, and sends them.',
    },
    parts: { merchant: 'MERCHANT', amount: 'AMOUNT', card: 'CARD' },
  },
  number: {
    create: {
      title: 'New shortcut',
      words: 'Open Shortcuts, tap +, add “Get Contents of URL” and paste the address.',
    },
    header: { title: 'Add the header', words: 'Tap the arrow. The method stays GET.' },
    read: {
      title: 'Read the number',
      words: 'Add “Get Dictionary Value” for this key, then “Calculate” to turn cents into money.',
      key: 'Key',
      calculate: 'Calculate',
    },
    show: {
      title: 'Show it',
      words:
        'Add “Show Result” and call the shortcut “Free to spend”. Place it on your Home Screen, in the Shortcuts widget, on your watch, or ask Siri for it.',
    },
    script: {
      title: 'Show the answer',
      words:
        'Under Scripting, in “Run on Success”, add this line. Then place the shortcut on your home screen.',
      name: 'Script',
    },
  },
  labels: {
    url: 'Address',
    method: 'Method',
    header: 'Header',
    value: 'Value',
    body: 'Body',
    text: 'Text',
    input: 'Shortcut Input',
  },
}
