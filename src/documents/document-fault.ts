/** A fault in a household document: its path (`expenses[2].card_account`) and the reason. */
export class DocumentFault extends Error {
  /** Such as `expenses[2].card_account`; '' for the whole document. */
  readonly path: string
  readonly reason: string

  constructor(path: string, reason: string) {
    super(path === '' ? reason : `${path}: ${reason}`)
    this.name = 'DocumentFault'
    this.path = path
    this.reason = reason
  }
}
