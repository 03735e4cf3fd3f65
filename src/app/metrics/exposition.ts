// The text format 0.0.4 of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/).

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export type Labels = Readonly<Record<string, string>>
export type Sample = { readonly value: number; readonly labels?: Labels }

/** A metric with its samples; one without samples is left out. */
export type Metric = {
  readonly name: string
  readonly help: string
} & (
  | { readonly type: 'counter' | 'gauge'; readonly samples: readonly Sample[] }
  | { readonly type: 'histogram'; readonly samples: readonly HistogramSample[] }
)

export type HistogramSample = { readonly labels?: Labels; readonly histogram: Histogram }

/** Counts of observations by their upper bounds, each count for itself. The last one is above all bounds. */
export type Histogram = {
  readonly bounds: readonly number[]
  readonly counts: Float64Array
  sum: number
}

export function createHistogram(bounds: readonly number[]): Histogram {
  return { bounds, counts: new Float64Array(bounds.length + 1), sum: 0 }
}

export function observe(histogram: Histogram, value: number): void {
  const { bounds, counts } = histogram
  let index = 0
  while (index < bounds.length && value > bounds[index]!) index += 1
  counts[index]! += 1
  histogram.sum += value
}

/** Writes metrics as one text. */
export function writeMetrics(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map((metric) => {
      const head = `# HELP ${metric.name} ${escapeHelp(metric.help)}\n# TYPE ${metric.name} ${metric.type}\n`
      const lines =
        metric.type === 'histogram'
          ? metric.samples.flatMap((one) => histogramLines(metric.name, one))
          : metric.samples.map(({ labels = {}, value }) => line(metric.name, labels, value))
      return head + lines.join('')
    })
    .join('')
}

function histogramLines(name: string, { histogram, labels = {} }: HistogramSample): string[] {
  const { bounds, counts, sum } = histogram
  let count = 0
  const buckets = Array.from(counts, (own, index) => {
    count += own
    const le = index < bounds.length ? writeNumber(bounds[index]!) : '+Inf'
    return line(`${name}_bucket`, { ...labels, le }, count)
  })
  return [...buckets, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, count)]
}

function line(name: string, labels: Labels, value: number): string {
  const written = Object.entries(labels).map(([key, text]) => `${key}="${escapeLabel(text)}"`)
  return `${name}${written.length === 0 ? '' : `{${written.join(',')}}`} ${writeNumber(value)}\n`
}

function writeNumber(value: number): string {
  if (value === Infinity) return '+Inf'
  if (value === -Infinity) return '-Inf'
  return String(value)
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}
