import { Line, PartLine, Step, type StepsProps } from './step.tsx'
import { bodyOf, paymentRequest, taskerNotification, taskerParts } from './requests.ts'
import { useDeviceWords } from './words.ts'

/** An automation of the Shortcuts app: it runs whenever a card of the wallet is used. */
export function IphonePayments({ address, secret }: StepsProps) {
  const { iphone: words, labels } = useDeviceWords()
  const request = paymentRequest(address, secret)
  return (
    <>
      <Step number={1} picture="tap" words={words.automation} />
      <Step number={2} picture="url" words={words.action}>
        <Line name={labels.url}>{request.url}</Line>
      </Step>
      <Step number={3} picture="header" words={words.method}>
        <PartLine name={labels.method}>{request.method}</PartLine>
        <Headers headers={request.headers} />
      </Step>
      <Step number={4} picture="fields" words={words.body}>
        {request.fields.map(({ name, value }) =>
          'text' in value ? (
            <PartLine key={name} name={<code>{name}</code>}>
              {value.text}
            </PartLine>
          ) : (
            <PartLine key={name} name={<code>{name}</code>}>
              {`${labels.input} → ${words.parts[value.part]}`}
            </PartLine>
          ),
        )}
      </Step>
      <Step number={5} picture="arrived" words={words.pay} />
    </>
  )
}

/** A profile of Tasker, which reads the notification of a payment. */
export function TaskerPayments({ address, secret }: StepsProps) {
  const { tasker: words, labels } = useDeviceWords()
  const request = paymentRequest(address, secret)
  const { text, variable } = taskerNotification
  return (
    <>
      <Step number={1} picture="notification" words={words.profile} />
      <Step number={2} picture="split" words={words.split}>
        <Line name={words.split.set}>{variable}</Line>
        <Line name={words.split.to}>{text}</Line>
        <Line name={words.split.splitName}>{variable}</Line>
        <Line name={words.split.by}>{words.split.splitter}</Line>
      </Step>
      <Step number={3} picture="header" words={words.request}>
        <PartLine name={labels.method}>{request.method}</PartLine>
        <Line name="URL">{request.url}</Line>
        <Line name={labels.header}>
          {request.headers.map(([name, value]) => `${name}:${value}`).join('\n')}
        </Line>
        <Line name={words.request.content}>application/json</Line>
        <Line name={labels.body}>{bodyOf(request, taskerParts)}</Line>
      </Step>
      <Step number={4} picture="arrived" words={words.pay} />
    </>
  )
}

/** A shortcut of HTTP Shortcuts, which asks for shop and amount. */
export function HttpPayments({ address, secret }: StepsProps) {
  const { http: words, labels } = useDeviceWords()
  const request = paymentRequest(address, secret)
  return (
    <>
      <Step number={1} picture="url" words={words.create}>
        <PartLine name={labels.method}>{request.method}</PartLine>
        <Line name={labels.url}>{request.url}</Line>
      </Step>
      <Step number={2} picture="header" words={words.headers}>
        <Headers headers={request.headers} />
      </Step>
      <Step number={3} picture="fields" words={words.body}>
        <Line name={labels.body}>{bodyOf(request, words.parts)}</Line>
      </Step>
      <Step number={4} picture="button" words={words.pay} />
    </>
  )
}

export function Headers({
  headers,
}: {
  readonly headers: readonly (readonly [name: string, value: string])[]
}) {
  const { labels } = useDeviceWords()
  return headers.map(([name, value]) => (
    <HeaderLines key={name} labels={labels} name={name} value={value} />
  ))
}

function HeaderLines({
  labels,
  name,
  value,
}: {
  readonly labels: { readonly header: string; readonly value: string }
  readonly name: string
  readonly value: string
}) {
  return (
    <>
      <Line name={labels.header}>{name}</Line>
      <Line name={labels.value}>{value}</Line>
    </>
  )
}
