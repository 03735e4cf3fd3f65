/**
 * Words that lists of leaked passwords begin with, and that digits behind them would make long enough. In lower case. The leaked
 * passwords that are long enough by themselves are in `leaked-passwords.ts`.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  password passwort passw0rd p@ssword p@ssw0rd password123 password1234 password12345 passwordpassword mypassword
  motdepasse contraseña contrasena wachtwoord senha parola haslo adminadmin administrator administrador changeme
  changemenow letmein letmeinnow letmein123 welcome welcome123 welcomehome trustno1 iloveyou iloveyou2 iloveyouso
  iloveyousomuch teamo tequiero tequieromucho sunshine princess football baseball basketball superman batman spiderman
  starwars pokemon charlie michael jennifer jessica jordan michelle daniel ashley nicole monkey dragon master shadow
  qwerty qwertyuiop qwerty123 qwerty12345 qwertyuiop123 1qaz2wsx 1qaz2wsx3edc 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
  qazwsx qazwsxedc qwerasdf qwerasdfzxcv asdfghjkl asdfghjkl123 zxcvbnm zxcvbnm123 asdfasdf zaq12wsx zaq1zaq1
  1234567890 12345678910 123456789a a123456789 123123123 123123123123 1234512345 123456123456 0123456789 9876543210
  987654321 987654321a 112233445566 11223344556677889900 1029384756 147258369 147852369 159357258 741852963
  abc123 abc123456 abcd1234 abcdef123456 abcdefghij abcdefg123 a1b2c3d4e5 aa12345678 qq123456789 q1w2e3r4t5 q1w2e3r4t5y6
  google facebook linkedin myspace instagram whatsapp computer internet samsung iphone android windows microsoft apple
  liverpool chelsea arsenal barcelona realmadrid manchester juventus america california london madrid newyork
  summer winter autumn spring january february monday friday hello hellohello helloworld whatever nothing secret
  topsecret supersecret mysecret freedom forever family happy lovely sweetheart babygirl butterfly chocolate cookie
  flower mustang ferrari corvette harley yankees cowboys steelers eagles lakers tigger pepper ginger buster hunter
  ranger soccer hockey killer thunder phoenix pass1234 test1234 testtest testing testing123 temporary default guest
  correcthorse correcthorsebattery correcthorsebatterystaple horsebattery batterystaple correct horse battery staple thisismypassword nopassword newpassword yourpassword money
  budget savings moneymoney finance
  `
    .trim()
    .split(/\s+/),
)
