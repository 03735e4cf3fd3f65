import { Line, PartLine, Step, type StepsProps } from './step.tsx'
import { Headers } from './payment-steps.tsx'
import { NUMBER_FIELD, numberRequest, numberScript } from './requests.ts'
import { useDeviceWords } from './words.ts'

/** A shortcut that shows Free-to-spend: on the Home Screen, in a widget, on a watch, or spoken. */
export function IphoneNumber({ address, secret, digits }: StepsProps) {
  const { number: words, labels } = useDeviceWords()
  const request = numberRequest(address, secret)
  return (
    <>
      <Step number={1} picture="url" words={words.create}>
        <Line name={labels.url}>{request.url}</Line>
      </Step>
      <Step number={2} picture="header" words={words.header}>
        <Headers headers={request.headers} />
      </Step>
      <Step number={3} picture="calculate" words={words.read}>
        <Line name={words.read.key}>{NUMBER_FIELD}</Line>
        <PartLine name={words.read.calculate}>{`÷ ${10 ** digits}`}</PartLine>
      </Step>
      <Step number={4} picture="number" words={words.show} />
    </>
  )
}

/** The same as a button of an Android home screen. */
export function HttpNumber({ address, secret, digits }: StepsProps) {
  const { number: words, http, labels } = useDeviceWords()
  const request = numberRequest(address, secret)
  return (
    <>
      <Step number={1} picture="url" words={http.create}>
        <PartLine name={labels.method}>{request.method}</PartLine>
        <Line name={labels.url}>{request.url}</Line>
      </Step>
      <Step number={2} picture="header" words={http.headers}>
        <Headers headers={request.headers} />
      </Step>
      <Step number={3} picture="number" words={words.script}>
        <Line name={words.script.name}>{numberScript(digits)}</Line>
      </Step>
    </>
  )
}
