import { Link } from '@tanstack/react-router'
import { useFormats, useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon, paintOf } from '#web/ui/mark.tsx'
import styles from './river.module.css'
import { across, canMove, fundedShare, type Payment, type RiverDay, type Tile } from './shape.ts'
import { type Moving, useMoving } from './use-moving.ts'

type Props = {
  readonly tile: Tile
  readonly days: readonly RiverDay[]
  readonly currency: string
  readonly moving: Moving | null
  readonly onMoving: (moving: Moving | null) => void
  readonly dayAt: (clientX: number) => number
}

/** One payment on its day: the ring shows how much of it is set aside, amber if it will be short. It leads to the payment. */
export function PaymentTile({ tile, days, currency, moving, onMoving, dayAt }: Props) {
  const words = useText().home.river
  const formats = useFormats()
  const [payment, ...others] = tile.payments
  const isMoved = moving?.payment === payment && others.length === 0
  const index = isMoved ? moving.index : tile.index
  const handlers = useMoving({ payment, index: tile.index, dayAt, onMoving })
  const isMovable = canMove(tile, days)
  const sum = tile.payments.reduce((all, one) => all + one.payment, 0)
  const isShort = tile.payments.some(({ missing }) => missing > 0)
  return (
    <li
      data-expense={payment.expense_id}
      className={classes(styles.tile, isMoved && styles.moved)}
      style={
        {
          insetInlineStart: `${across(index, days.length) * 100}%`,
          '--level': tile.level,
        } as React.CSSProperties
      }
    >
      <Link
        {...(others.length === 0
          ? { to: '/plan/$id' as const, params: { id: payment.expense_id } }
          : { to: '/plan' as const })}
        {...(isMovable && handlers)}
        className={classes(styles.face, isShort && styles.isShort, isMovable && styles.grip)}
        style={
          { ...paintOf(payment.look), '--share': fundedShare(tile.payments) } as React.CSSProperties
        }
        aria-label={tile.payments
          .map((one) => sayPayment(one, { words, formats, currency }))
          .join('. ')}
      >
        <Face payment={payment} others={others.length} />
      </Link>
      <span className={classes('money', styles.sum)} aria-hidden>
        {formats.money(sum, currency, { whole: true })}
      </span>
    </li>
  )
}

function Face({ payment, others }: { readonly payment: Payment; readonly others: number }) {
  if (others > 0) return <span>{others + 1}</span>
  return <Icon name={payment.look.icon} size={16} />
}

type Said = {
  readonly words: ReturnType<typeof useText>['home']['river']
  readonly formats: ReturnType<typeof useFormats>
  readonly currency: string
}

function sayPayment(payment: Payment, { words, formats, currency }: Said): string {
  return words.payment({
    name: payment.name,
    amount: formats.money(payment.payment, currency),
    day: formats.day(payment.date, 'short'),
    held: formats.money(Math.min(payment.held, payment.payment), currency),
  })
}
