import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Heavy, HeavyAnswer } from '#/app/http/api.ts'
import type { Config } from '#/platform/runtime/config.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Asked, Begin, Refused, Said } from './heavy-words.ts'

/** Megabytes of objects: what needs more ends the process, and takes no server down. */
const MEMORY_MAX = 1536
/** How often it is looked whether a process still lives up to its limits, in milliseconds. */
const LOOK = 500

export type Place = { readonly config: Config; readonly databaseUrl: string }

export type HeavyLimits = {
  /** Of processor time for one request. */
  readonly computedSeconds: number
  /** How long it may compute without a turn of its event loop. */
  readonly silentSeconds: number
  /** How long the receiver of an answer may leave it untouched. */
  readonly untakenSeconds: number
  /** How long it may go on with what nobody waits for any more. */
  readonly graceSeconds: number
}

/** A process that answers one heavy request at a time. */
export type Helper = {
  /** `freed` resolves when it is ready for the next one, or gone. */
  readonly perform: (heavy: Heavy) => { answer: Promise<HeavyAnswer>; freed: Promise<void> }
  readonly isGone: () => boolean
  /** Ends it. Whatever it is at comes to nothing: a write that is not committed is undone. */
  readonly end: () => void
}

export function startHelper(runtime: Runtime, place: Place, limits: HeavyLimits): Helper {
  const child = fork(join(import.meta.dirname, 'heavy-process.ts'), {
    execArgv: [`--max-old-space-size=${MEMORY_MAX}`],
    env: { ...process.env, NODE_COMPILE_CACHE: getCompileCacheDir() },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const { config, databaseUrl } = place
  const now = config.now && runtime.now().toString()
  const begin: Begin = { config: { ...config, now }, databaseUrl, serverPid: runtime.host.pid }
  const ready = Promise.withResolvers<void>()
  const exited = Promise.withResolvers<void>()
  let gone = false
  child.once('exit', () => {
    gone = true
    exited.resolve()
  })
  const end = () => {
    // At once, and not when it is heard of: nobody is to hand it another request.
    gone = true
    child.kill('SIGKILL')
  }
  child.once('error', end)
  child.on('message', (said: Said) => {
    if ('word' in said) runtime.bell.ring(said.word)
    if ('ready' in said) ready.resolve()
  })
  child.send(begin, () => {})
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

/** One request's way through a process: what is said to it, and what it says. */
function follow({ child, kill }: Running, heavy: Heavy, limits: HeavyLimits) {
  const { errand, body, signal } = heavy
  const answer = Promise.withResolvers<HeavyAnswer>()
  const freed = Promise.withResolvers<void>()
  const tell = (asked: Asked) => child.connected && child.send(asked, () => {})
  const source = body?.getReader()
  const watch = createWatch(limits, heavy.stream, (why) => {
    kill()
    settle(why)
  })
  let hasEnded = false
  const sink = createSink({
    onPull: () => {
      watch.taken()
      tell({ more: true })
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
    tell({ cancel: true })
    watch.cancelled()
  }
  const hear = (said: Said) => {
    watch.heard('computed' in said ? said.computed : null)
    if ('head' in said) answer.resolve({ ...said.head, stream: sink.stream })
    else if ('bytes' in said) {
      watch.given()
      sink.give(said.bytes)
    } else if ('read' in said) void handOver()
    else if ('end' in said) settle(null)
    else if ('refused' in said) settle(refusalOf(said.refused, said.fault))
  }
  const handOver = async () => {
    try {
      const { value, done = true } = (await source?.read()) ?? {}
      tell(done || !value ? { bodyEnd: true } : { bytes: value })
    } catch {
      // Whoever sent it is gone.
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
      tell({ errand, hasBody: body !== null })
    },
  }
}

/** A stream into which whatever comes after its end is dropped: its reader may leave at any moment. */
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

/** Ends what computes too long, what is left untaken, and what goes on though nobody waits for it. */
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
      // A document takes as long as there is something to write.
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
