/** A part of the flow: an amount in cents that comes in or goes out. */
export type Stream = {
  readonly key: string
  readonly amount: number
  /** The streams that it divides into; they add up to it. */
  readonly parts?: readonly Stream[]
}

/** A node of the picture, in pixels. `layer`: 0 sources, 1 all of it, 2 uses, 3 their parts. */
export type Node = {
  readonly key: string
  readonly layer: number
  readonly amount: number
  readonly y: number
  readonly height: number
}

export type Ribbon = {
  readonly key: string
  readonly from: string
  readonly to: string
  readonly path: string
}

export type Shape = {
  readonly nodes: readonly Node[]
  readonly ribbons: readonly Ribbon[]
  readonly height: number
}

type Options = {
  /** The left edge of each layer, in pixels. Layers without one are not drawn. */
  readonly xs: Readonly<Partial<Record<number, number>>>
  readonly nodeWidth: number
  /** Pixels that everything together is high. */
  readonly body: number
  /** The least height of a node with its label, and the gap between two. */
  readonly slot: number
  readonly gap: number
}

export const HUB = 'hub'

/**
 * Lays out a flow from the left to the right. Heights are proportional to amounts, and on both sides of the middle they add up
 * to the same. Small nodes keep room for their label.
 */
export function flowShape(
  sources: readonly Stream[],
  uses: readonly Stream[],
  { xs, nodeWidth, body, slot, gap }: Options,
): Shape {
  const total = Math.max(1, sumOf(sources), sumOf(uses))
  const scale = body / total
  const layers: (readonly Stream[])[] = [
    sources,
    [{ key: HUB, amount: total }],
    uses,
    uses.flatMap(({ parts = [] }) => parts),
  ]
  const drawn = layers.map((layer, index) => (xs[index] === undefined ? [] : layer))
  const roomOf = ({ amount }: Stream) => Math.max(amount * scale, slot)
  const heightOf = (layer: readonly Stream[]) =>
    layer.reduce((sum, one) => sum + roomOf(one), 0) + Math.max(0, layer.length - 1) * gap
  const height = Math.max(...drawn.map(heightOf))
  const nodes = drawn.flatMap((layer, index) => {
    let y = (height - heightOf(layer)) / 2
    return layer.map((one): Node => {
      const own = Math.max(1, one.amount * scale)
      const node = { key: one.key, layer: index, amount: one.amount, y, height: own }
      const top = y + (roomOf(one) - own) / 2
      y += roomOf(one) + gap
      return { ...node, y: top }
    })
  })
  return { nodes, ribbons: ribbonsOf(nodes, { sources, uses, xs, nodeWidth, scale }), height }
}

function sumOf(streams: readonly Stream[]): number {
  return streams.reduce((sum, { amount }) => sum + amount, 0)
}

type Links = Pick<Options, 'xs' | 'nodeWidth'> & {
  readonly sources: readonly Stream[]
  readonly uses: readonly Stream[]
  readonly scale: number
}

function ribbonsOf(nodes: readonly Node[], { sources, uses, xs, nodeWidth, scale }: Links) {
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const used = new Map<string, number>()
  const pairs = [
    ...sources.map(({ key, amount }) => ({ from: key, to: HUB, amount })),
    ...uses.map(({ key, amount }) => ({ from: HUB, to: key, amount })),
    ...uses.flatMap(({ key: from, parts = [] }) =>
      parts.map(({ key, amount }) => ({ from, to: key, amount })),
    ),
  ]
  /** Takes the next part of a node's edge. */
  const take = (node: Node, side: 'in' | 'out', size: number) => {
    const name = `${side} ${node.key}`
    const at = node.y + (used.get(name) ?? 0)
    used.set(name, (used.get(name) ?? 0) + size)
    return at
  }
  return pairs.flatMap(({ from, to, amount }): Ribbon[] => {
    const [left, right] = [byKey.get(from), byKey.get(to)]
    if (!left || !right) return []
    const size = Math.max(0.5, amount * scale)
    const [y0, y1] = [take(left, 'out', size), take(right, 'in', size)]
    const x0 = xs[left.layer]! + nodeWidth
    const x1 = xs[right.layer]!
    return [{ key: `${from} ${to}`, from, to, path: ribbon({ x0, x1, y0, y1, size }) }]
  })
}

/** Draws a band of the same height between two edges, by two curves. */
function ribbon(at: { x0: number; x1: number; y0: number; y1: number; size: number }): string {
  const { x0, x1, y0, y1, size } = at
  const middle = (x0 + x1) / 2
  const curve = (fromY: number, toX: number, toY: number) =>
    `C${round(middle)},${round(fromY)} ${round(middle)},${round(toY)} ${round(toX)},${round(toY)}`
  return (
    `M${round(x0)},${round(y0)}${curve(y0, x1, y1)}V${round(y1 + size)}` +
    `${curve(y1 + size, x0, y0 + size)}Z`
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/**
 * Sorts streams to their side, so that both sides add up to the same: a negative use is money that came back, and a negative
 * rest was taken from earlier money.
 */
export function balanced(
  sources: readonly Stream[],
  uses: readonly Stream[],
): { readonly sources: readonly Stream[]; readonly uses: readonly Stream[] } {
  const positive = (one: Stream) => one.amount > 0
  const turned = (one: Stream): Stream => ({ key: one.key, amount: -one.amount })
  return {
    sources: [...sources.filter(positive), ...uses.filter(({ amount }) => amount < 0).map(turned)],
    uses: [...uses.filter(positive), ...sources.filter(({ amount }) => amount < 0).map(turned)],
  }
}

/** Keeps the largest parts and joins the others; negative parts lower the joined one. */
export function largest(parts: readonly Stream[], count: number, restKey: string): Stream[] {
  const sorted = parts.toSorted((a, b) => b.amount - a.amount)
  const kept = sorted.filter(({ amount }) => amount > 0).slice(0, count)
  const rest = sumOf(sorted) - sumOf(kept)
  if (rest > 0) return [...kept, { key: restKey, amount: rest }]
  // Money that came back is taken off the largest part, so that the parts never exceed the whole.
  return rest < 0 ? shortened(kept, -rest) : kept
}

function shortened(parts: readonly Stream[], by: number): Stream[] {
  let left = by
  return parts.flatMap((one) => {
    const taken = Math.min(left, one.amount)
    left -= taken
    return one.amount === taken ? [] : { ...one, amount: one.amount - taken }
  })
}
