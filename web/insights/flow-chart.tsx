import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paintOf } from '#web/ui/mark.tsx'
import { useFormats } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import { useWidth } from '#web/ui/use-width.ts'
import { moveAmongLinks } from './arrows.ts'
import { flowShape, HUB, type Node, type Ribbon, type Stream } from './flow-shape.ts'
import { filtersOfNode, type FlowData } from './flow-streams.ts'
import styles from './insights.module.css'
import type { Named } from './use-names.ts'
import { useInsightWords } from './words.ts'

type Props = {
  readonly data: FlowData
  readonly sources: readonly Stream[]
  readonly uses: readonly Stream[]
  readonly nameOf: (key: string) => Named
}

const NODE = 10
/** Pixels right of the last layer for its labels. */
const LABELS = 188
/** Narrower than this, the flow shows what money was for, without sources and parts. */
const NARROW = 620

/** Hues of the uses, of which each part has its own if it has a face. */
const groupHues = { bill: 'blue', envelope: 'amber', goal: 'violet', other: 'rose' } as const

/** Draws the flow. Each node is a link; arrow keys go from one to the next, and the ribbons of one stand out. */
export function FlowChart({ data, sources, uses, nameOf }: Props) {
  const words = useInsightWords().flow
  const { ref, value: width } = useWidth((pixels) => pixels)
  const [read, setRead] = useState<string | null>(null)
  const isNarrow = width < NARROW
  const end = width - (isNarrow ? 188 : LABELS)
  const xs: Readonly<Partial<Record<number, number>>> = isNarrow
    ? { 1: 0, 2: end }
    : { 0: 0, 1: Math.round(end * 0.3), 2: Math.round(end * 0.63), 3: end }
  const shape = flowShape(sources, uses, { xs, nodeWidth: NODE, body: 300, slot: 22, gap: 8 })
  const isRead = ({ from, to }: Ribbon) => read === from || read === to
  return (
    <figure
      ref={ref}
      className={styles.flow}
      style={{ height: shape.height }}
      onMouseLeave={() => setRead(null)}
    >
      <svg width={width} height={shape.height} aria-hidden>
        {shape.ribbons.map((one) => (
          <path
            key={one.key}
            d={one.path}
            {...paintOfNode(one.to === HUB ? one.from : one.to, nameOf, styles.ribbon)}
            opacity={read === null ? undefined : isRead(one) ? 0.62 : 0.12}
          />
        ))}
      </svg>
      <ol aria-label={words.chart} onKeyDown={moveAmongLinks}>
        {shape.nodes.map((node) => (
          <FlowNode
            key={`${node.layer} ${node.key}`}
            node={node}
            x={xs[node.layer]!}
            data={data}
            nameOf={nameOf}
            isLast={node.layer === 3 || (isNarrow && node.layer === 2)}
            onRead={setRead}
          />
        ))}
      </ol>
    </figure>
  )
}

/** The class and hue of a node or of the ribbon to it. Free to spend alone has the colour of what is free. */
function paintOfNode(key: string, nameOf: Props['nameOf'], base: string | undefined) {
  const [kind, id = ''] = key.split(' ')
  if (kind === 'free') return { className: classes(base, styles.isFree) }
  const { look } = nameOf(key)
  const group = kind === 'use' || kind === 'rest' ? groupHues[id as keyof typeof groupHues] : null
  const hue = look?.hue ?? group
  if (!hue) return { className: classes(base, styles.grey) }
  return { className: classes(base, styles.hued), style: paintOf({ hue }) }
}

type NodeProps = {
  readonly node: Node
  readonly x: number
  readonly data: FlowData
  readonly nameOf: Props['nameOf']
  readonly isLast: boolean
  readonly onRead: (key: string | null) => void
}

function FlowNode({ node, x, data, nameOf, isLast, onRead }: NodeProps) {
  const words = useInsightWords().flow
  const { money } = useFormats()
  const { key, amount, y, height } = node
  const name = key === HUB ? words.in : nameOf(key).name
  const filters = filtersOfNode(key, data)
  const paint = key === HUB ? { className: styles.hub } : paintOfNode(key, nameOf, undefined)
  const { className, ...rest } = paint
  const content = (
    <>
      <span
        className={classes(styles.node, className)}
        style={{ ...('style' in rest && rest.style), width: NODE, height }}
      />
      <span className={classes(styles.nodeLabel, isLast && styles.isLast)}>
        <span className={styles.nodeName}>{name}</span>{' '}
        <span className="money">{money(amount, data.currency, { whole: true })}</span>
      </span>
    </>
  )
  const own = {
    className: styles.nodeLink,
    onMouseEnter: () => onRead(key),
    onFocus: () => onRead(key),
    onBlur: () => onRead(null),
  }
  return (
    <li style={{ left: x, top: y + height / 2 }}>
      {filters ? (
        <Link to="/transactions" search={filters} {...own}>
          {content}
        </Link>
      ) : (
        <Link to="/" {...own}>
          {content}
        </Link>
      )}
    </li>
  )
}
