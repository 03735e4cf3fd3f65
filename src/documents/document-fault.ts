/** A household document that cannot be loaded: where it is wrong (`expenses[2].card_account`) and why. */
export class DocumentFault extends Error {
  /** As clients write it; '' for the whole document. */
  readonly path: string
  readonly reason: string

  constructor(path: string, reason: string) {
    super(path === '' ? reason : `${path}: ${reason}`)
    this.name = 'DocumentFault'
    this.path = path
    this.reason = reason
  }
}
