import { Link } from '@tanstack/react-router'
import { lazy, memo, Suspense, useCallback, useId, useMemo, useRef, useState } from 'react'
import { useFormats, useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { useWidth } from '#web/ui/use-width.ts'
import type { HomeData } from '../home-data.ts'
import { Cursor } from './cursor.tsx'
import { useLanding } from './landing.ts'
import { RiverTable } from './river-table.tsx'
import styles from './river.module.css'
import {
  across,
  down,
  edgePath,
  placeTiles,
  type RiverDay,
  riverDays,
  type Scale,
  scaleOf,
} from './shape.ts'
import { PaymentTile } from './tile.tsx'
import type { Moving } from './use-moving.ts'

const MovePayment = lazy(() =>
  import('./move-payment.tsx').then((file) => ({ default: file.MovePayment })),
)

/** The width of a tile and the gap beside it, in pixels. */
const TILE = 46

/**
 * Draws the days from today to the payday after next: free-to-spend as an area, paydays as steps, and payments as tiles on
 * their days. Pointer and arrow keys read any day; dragging a tile tries another day for its payment.
 */
export function River({ data }: { readonly data: HomeData }) {
  const words = useText().home.river
  const days = useMemo(() => riverDays(data), [data])
  const scale = useMemo(() => scaleOf(days), [days])
  const count = days.length
  const { ref, value: room } = useWidth((width) => Math.ceil((TILE * count) / width))
  const [read, setRead] = useState<number | null>(null)
  const [moving, setMoving] = useState<Moving | null>(null)
  const dayAt = useCallback(
    (clientX: number) => {
      const box = ref.current!.getBoundingClientRect()
      const index = Math.floor(((clientX - box.left) / box.width) * count)
      return Math.min(count - 1, Math.max(0, index))
    },
    [ref, count],
  )
  const shown = moving?.index ?? read
  return (
    <figure
      ref={ref}
      className={styles.river}
      aria-label={words.label}
      onPointerMove={(event) => moving === null && setRead(dayAt(event.clientX))}
      onPointerLeave={() => setRead(null)}
    >
      <div className={styles.sky}>
        <Water days={days} scale={scale} />
        {moving === null && <Paydays days={days} scale={scale} currency={data.currency} />}
        <Cursor
          days={days}
          scale={scale}
          shown={shown}
          currency={data.currency}
          onRead={setRead}
          isQuiet={moving !== null}
        />
        {moving && (
          <Suspense>
            <MovePayment
              moving={moving}
              days={days}
              currency={data.currency}
              onClose={() => setMoving(null)}
            />
          </Suspense>
        )}
      </div>
      <Axis days={days} />
      <Tiles
        days={days}
        room={room}
        currency={data.currency}
        moving={moving}
        onMoving={setMoving}
        dayAt={dayAt}
      />
      {data.river.paydays.length === 0 && !data.first_steps && (
        <p className={styles.empty}>
          <Link to="/calendar" search={{ new: '1' }} className={buttonClass('plain', 'small')}>
            {words.addPayday}
          </Link>
        </p>
      )}
      <RiverTable days={days} currency={data.currency} />
    </figure>
  )
}

type PictureProps = { readonly days: readonly RiverDay[]; readonly scale: Scale }

/** The area and its edge. As the tiles and the table, it does not change while days are read, so it is not drawn again. */
const Water = memo(({ days, scale }: PictureProps) => {
  const id = useId()
  const edge = edgePath(days, scale)
  const zero = down(0, scale) * 100
  return (
    <svg
      className={styles.water}
      viewBox={`0 0 ${days.length} 100`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2={zero}>
        <stop offset="0" className={styles.deep} />
        <stop offset="1" className={styles.shallow} />
      </linearGradient>
      <path d={`${edge}V${zero}H0Z`} fill={`url(#${id})`} />
      {scale.low < 0 && (
        <rect className={styles.below} x="0" width={days.length} y={zero} height={100 - zero} />
      )}
      <line className={styles.zero} x1="0" x2={days.length} y1={zero} y2={zero} />
      <path className={styles.edge} d={edge} />
    </svg>
  )
})

/** Marks each payday where its step stands, with the amount that comes in. */
function Paydays({ days, scale, currency }: PictureProps & { readonly currency: string }) {
  const words = useText().home.river
  const formats = useFormats()
  return days.map(({ day, payday }, index) => {
    if (!payday || index === 0) return null
    const isLate = index > days.length * 0.75
    return (
      <Link
        key={day}
        to="/calendar"
        search={{}}
        className={isLate ? styles.flagLate : styles.flag}
        style={{
          insetInlineStart: `${(index / days.length) * 100}%`,
          insetBlockStart: `${down(payday.free_to_spend, scale) * 100}%`,
        }}
      >
        <span className="money">
          {payday.deposit > 0
            ? formats.money(payday.deposit, currency, { signed: true, whole: true })
            : words.payday}
        </span>
      </Link>
    )
  })
}

/** Names today, and the first day of each week that has room. */
function Axis({ days }: { readonly days: readonly RiverDay[] }) {
  const words = useText().home.river
  const formats = useFormats()
  const step = days.length > 40 ? 14 : 7
  return (
    <div className={styles.axis} aria-hidden>
      {days.map(({ day }, index) =>
        index % step === 0 && index < days.length - 2 ? (
          <span key={day} style={{ insetInlineStart: `${across(index, days.length) * 100}%` }}>
            {index === 0 ? words.today : formats.day(day, 'short')}
          </span>
        ) : null,
      )}
    </div>
  )
}

type TilesProps = {
  readonly days: readonly RiverDay[]
  /** The width of a tile, in whole days. */
  readonly room: number
  readonly currency: string
  readonly moving: Moving | null
  readonly onMoving: (moving: Moving | null) => void
  readonly dayAt: (clientX: number) => number
}

const Tiles = memo(({ days, room, currency, moving, onMoving, dayAt }: TilesProps) => {
  const words = useText().home.river
  const list = useRef<HTMLUListElement>(null)
  useLanding(list)
  const tiles = placeTiles(days, room)
  if (tiles.length === 0) return null
  const rows = Math.max(...tiles.map(({ level }) => level)) + 1
  return (
    <ul
      ref={list}
      className={styles.tiles}
      aria-label={words.payments}
      style={{ '--rows': rows } as React.CSSProperties}
    >
      {tiles.map((tile) => (
        <PaymentTile
          key={`${tile.payments[0].expense_id} ${tile.payments[0].date}`}
          tile={tile}
          days={days}
          currency={currency}
          moving={moving}
          onMoving={onMoving}
          dayAt={dayAt}
        />
      ))}
    </ul>
  )
})
