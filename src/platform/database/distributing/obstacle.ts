/** Something that keeps the households of a database from being distributed, and what to do about it. */
export type Obstacle = {
  readonly code: ObstacleCode
  readonly says: string
  readonly remedy: string
}

export type ObstacleCode =
  | 'no_citus'
  | 'old_citus'
  | 'not_coordinator'
  | 'no_coordinator_host'
  | 'no_workers'
  | 'worker_inactive'
  | 'worker_unreachable'
  | 'other_version'
  | 'no_two_phase_commit'
  | 'replicated_shards'
  | 'distributed_otherwise'
  | 'in_use'
