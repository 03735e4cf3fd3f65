import type { ChildProcess } from 'node:child_process'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Heavy, HeavyAnswer } from '#/app/http/api.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type ChildSettings, startChild } from './child.ts'
import type { HelperCommand, Refused, HelperReport } from './heavy-messages.ts'

/** Megabytes of heap. A larger request ends its own process, not the server. */
const MEMORY_MAX = 1536
/** Milliseconds between checks of a process's limits. */
const LOOK = 500

export type HeavyLimits = {
  /** Processor time for one request. */
  readonly computedSeconds: number
  /** Time without a turn of the event loop. */
  readonly silentSeconds: number
  /** Time for which the receiver may leave an answer untouched. */
  readonly untakenSeconds: number
  /** Time to stop after the request was cancelled. */
  readonly graceSeconds: number
}

/** A process that answers one heavy request at a time. */
export type Helper = {
  /** `freed` resolves when the process is ready for the next request, or gone. */
  readonly perform: (heavy: Heavy) => { answer: Promise<HeavyAnswer>; freed: Promise<void> }
  readonly isGone: () => boolean
  /** Kills the process. A write that is not committed is rolled back. */
  readonly end: () => void
}

export function startHelper(
  runtime: Runtime,
  settings: ChildSettings,
  limits: HeavyLimits,
): Helper {
  const child = startChild(runtime, settings, {
    program: 'heavy-process',
    execArgv: [`--max-old-space-size=${MEMORY_MAX}`],
    serialization: 'advanced',
  })
  const ready = Promise.withResolvers<void>()
  const exited = Promise.withResolvers<void>()
  let gone = false
  child.once('exit', () => {
    gone = true
    exited.resolve()
  })
  const end = () => {
    // Set at once rather than at `exit`, so that nobody hands it another request.
    gone = true
    child.kill('SIGKILL')
  }
  child.once('error', end)
  child.on('message', (report: HelperReport) => {
    if ('word' in report) runtime.bell.ring(report.word)
    if ('ready' in report) ready.resolve()
  })
  runtime.log('info', 'heavy.process', { pid: child.pid })
  return {
    perform: (heavy) => {
      const course = follow({ child, kill: end }, heavy, limits)
      void Promise.race([ready.promise, exited.promise]).then(course.begin)
      return { answer: course.answer, freed: Promise.race([course.freed, exited.promise]) }
    },
    isGone: () => gone,
    end,
  }
}

const STOPPED =
  'This took longer to compute than a request may, and was stopped. Nothing has been changed.'

type Running = { readonly child: ChildProcess; readonly kill: () => void }

/** Conducts one request through a process: sends commands and handles its reports. */
function follow({ child, kill }: Running, heavy: Heavy, limits: HeavyLimits) {
  const { errand, body, signal } = heavy
  const answer = Promise.withResolvers<HeavyAnswer>()
  const freed = Promise.withResolvers<void>()
  const send = (command: HelperCommand) => child.connected && child.send(command, () => {})
  const source = body?.getReader()
  const watch = createWatch(limits, heavy.stream, (why) => {
    kill()
    settle(why)
  })
  let hasEnded = false
  const sink = createSink({
    onPull: () => {
      watch.taken()
      send({ more: true })
    },
    onCancel: () => cancel(),
  })
  const settle = (error: Error | null) => {
    if (hasEnded) return
    hasEnded = true
    watch.stop()
    child.off('message', hear).off('exit', lose)
    signal.removeEventListener('abort', cancel)
    void source?.cancel().catch(() => {})
    const reason = error ?? new Refusal('service_unavailable')
    answer.reject(reason)
    sink.end(error)
    freed.resolve()
  }
  const lose = () => settle(new Refusal('service_unavailable', { retryAfterSeconds: 1 }))
  const cancel = () => {
    if (hasEnded) return
    send({ cancel: true })
    watch.cancelled()
  }
  const hear = (report: HelperReport) => {
    watch.heard('computed' in report ? report.computed : null)
    if ('head' in report) answer.resolve({ ...report.head, stream: sink.stream })
    else if ('bytes' in report) {
      watch.given()
      sink.give(report.bytes)
    } else if ('read' in report) void handOver()
    else if ('end' in report) settle(null)
    else if ('refused' in report) settle(refusalOf(report.refused, report.fault))
  }
  const handOver = async () => {
    try {
      const { value, done = true } = (await source?.read()) ?? {}
      send(done || !value ? { bodyEnd: true } : { bytes: value })
    } catch {
      // The sender of the body is gone.
      cancel()
    }
  }
  answer.promise.catch(() => {})
  return {
    answer: answer.promise,
    freed: freed.promise,
    begin: () => {
      if (signal.aborted || !child.connected) return lose()
      child.on('message', hear).once('exit', lose)
      signal.addEventListener('abort', cancel)
      watch.start()
      send({ errand, hasBody: body !== null })
    },
  }
}

/** Makes a stream that drops what arrives after its end, because its reader may leave at any moment. */
function createSink({ onPull, onCancel }: { onPull: () => void; onCancel: () => void }) {
  let out: ReadableStreamDefaultController<Uint8Array> | null = null
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => void (out = controller),
      pull: onPull,
      cancel: () => {
        out = null
        onCancel()
      },
    },
    { highWaterMark: 0 },
  )
  return {
    stream,
    give: (bytes: Uint8Array) => out?.enqueue(bytes),
    end: (error: Error | null) => {
      if (error) out?.error(error)
      else out?.close()
      out = null
    },
  }
}

function refusalOf({ code, ...details }: Refused, fault: string | null): Refusal {
  const { message, param, detail, retryAfterSeconds } = details
  return new Refusal(code, {
    message,
    detail,
    ...(param !== undefined && { param }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(fault !== null && { cause: new Error(fault) }),
  })
}

/** Stops a request that computes too long, whose answer is left untouched, or that goes on after it was cancelled. */
function createWatch(limits: HeavyLimits, stream: boolean, stop: (why: Error) => void) {
  let timer: NodeJS.Timeout | null = null
  let heardAt = 0
  let untakenSince: number | null = null
  let cancelledAt: number | null = null
  const passed = (since: number | null, seconds: number) =>
    since !== null && performance.now() - since > seconds * 1000
  const look = () => {
    if (passed(heardAt, limits.silentSeconds)) {
      stop(new Refusal('service_unavailable', { message: STOPPED }))
    } else if (
      passed(untakenSince, limits.untakenSeconds) ||
      passed(cancelledAt, limits.graceSeconds)
    ) {
      stop(new Refusal('service_unavailable'))
    }
  }
  return {
    start: () => {
      heardAt = performance.now()
      timer = setInterval(look, LOOK).unref()
    },
    heard: (computed: number | null) => {
      heardAt = performance.now()
      // An export may take as long as there is something to write.
      if (!stream && computed !== null && computed > limits.computedSeconds * 1000) {
        stop(new Refusal('service_unavailable', { message: STOPPED }))
      }
    },
    given: () => void (untakenSince ??= performance.now()),
    taken: () => void (untakenSince = null),
    cancelled: () => void (cancelledAt ??= performance.now()),
    stop: () => {
      if (timer) clearInterval(timer)
    },
  }
}
