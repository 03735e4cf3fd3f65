/** How the connection to a mail server is protected. `starttls`: it begins open and must become TLS before anything is sent. */
export const smtpSecurities = ['tls', 'starttls', 'none'] as const
export type SmtpSecurity = (typeof smtpSecurities)[number]
