import { faultOf } from '#web/calls/failure.ts'
import { useText } from '#web/text/text.tsx'
import { TextField } from '#web/ui/field.tsx'

export type AccountDraft = {
  readonly name: string
  readonly email: string
  readonly password: string
}

export const emptyAccount: AccountDraft = { name: '', email: '', password: '' }

/** Fields for a new account: name and sign-in. Errors appear at their field, in the server's words. */
export function AccountFields({
  account,
  error,
  fixedEmail = false,
  hasPassword = true,
  onChange,
}: {
  readonly account: AccountDraft
  readonly error: unknown
  /** The account is limited to this e-mail address. */
  readonly fixedEmail?: boolean
  /** False: people sign in through a provider only. */
  readonly hasPassword?: boolean
  readonly onChange: (account: AccountDraft) => void
}) {
  const text = useText().signIn
  const fault = (name: string) => faultOf(error, name) ?? faultOf(error, `account.${name}`)
  const set = (change: Partial<AccountDraft>) => onChange({ ...account, ...change })
  return (
    <>
      <TextField
        label={text.name}
        autoComplete="name"
        required
        maxLength={200}
        value={account.name}
        fault={fault('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label={text.email}
        hint={hasPassword ? text.emailHint : undefined}
        type="email"
        autoComplete="username"
        required
        readOnly={fixedEmail}
        value={account.email}
        fault={fault('email')}
        onChange={(event) => set({ email: event.target.value })}
      />
      {hasPassword && (
        <TextField
          label={text.password}
          hint={text.passwordHint}
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          value={account.password}
          fault={fault('password')}
          onChange={(event) => set({ password: event.target.value })}
        />
      )}
    </>
  )
}
