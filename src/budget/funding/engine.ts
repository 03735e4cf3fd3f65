import type { Engine } from '#/platform/runtime/engine.ts'
import { workOff } from './run-household.ts'

/** The engine as the runtime brings it along. */
export const engine: Engine = { workOff }
