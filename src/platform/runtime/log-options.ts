import process from 'node:process'
import { chooseStyle } from '#/platform/logging/log-lines.ts'
import type { Config } from './config.ts'
import type { LogOptions } from './log.ts'

/** Reads how this process writes its log, on standard error. */
export function logOptions({ log }: Config): LogOptions {
  const isTerminal = process.stderr.isTTY
  return { style: chooseStyle(log.format, { isTerminal, env: process.env }), least: log.level }
}
