import { type ComponentProps, type ReactNode, useId } from 'react'
import { CallFailure } from '#web/calls/failure.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { classes } from './classes.ts'
import styles from './field.module.css'

export type Fault = string | CallFailure | null | undefined

type Framed = {
  readonly label: string
  /** Help for filling in the field. */
  readonly hint?: string | undefined
  /** The error of the field: text, or a refusal by the server. */
  readonly fault?: Fault
  readonly hideLabel?: boolean
}

/** Props that a control inside a `Frame` must set, so that its label and hint are announced. */
export type FramedProps = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** Links a control to its label, hint and error for screen readers. */
export function Frame({
  label,
  hint,
  fault,
  hideLabel = false,
  children,
}: Framed & { readonly children: (props: FramedProps) => ReactNode }) {
  const id = useId()
  const text = useText()
  const note = fault instanceof CallFailure ? failureText(fault, text) : (fault ?? hint)
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'unseen' : styles.label}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-invalid': fault ? true : undefined,
      })}
      {note && (
        <p id={`${id}-note`} className={fault ? styles.fault : styles.hint}>
          {note}
        </p>
      )}
    </div>
  )
}

export function TextField({
  label,
  hint,
  fault,
  hideLabel = false,
  ...rest
}: Framed & ComponentProps<'input'>) {
  return (
    <Frame label={label} hint={hint} fault={fault} hideLabel={hideLabel}>
      {(props) => (
        <input {...rest} {...props} className={classes(styles.control, rest.className)} />
      )}
    </Frame>
  )
}

export function TextArea({
  label,
  hint,
  fault,
  hideLabel = false,
  ...rest
}: Framed & ComponentProps<'textarea'>) {
  return (
    <Frame label={label} hint={hint} fault={fault} hideLabel={hideLabel}>
      {(props) => (
        <textarea rows={3} {...rest} {...props} className={classes(styles.control, styles.area)} />
      )}
    </Frame>
  )
}

/** Uses the platform's own select, because everybody knows it and it works best on phones. */
export function SelectField({
  label,
  hint,
  fault,
  hideLabel = false,
  ...rest
}: Framed & ComponentProps<'select'>) {
  return (
    <Frame label={label} hint={hint} fault={fault} hideLabel={hideLabel}>
      {(props) => (
        <select {...rest} {...props} className={classes(styles.control, styles.select)} />
      )}
    </Frame>
  )
}

export function Checkbox({ label, ...rest }: ComponentProps<'input'> & { readonly label: string }) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  )
}

/** One of several answers, of which exactly one is chosen. */
export function Radio(props: ComponentProps<typeof Checkbox>) {
  return <Checkbox {...props} type="radio" />
}
