import type { Engine } from '#/platform/runtime/engine.ts'
import { workOff } from './run-household.ts'

/** The engine that the runtime passes to every write. */
export const engine: Engine = { workOff }
