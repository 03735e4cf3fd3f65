// Bundled in place of a file of `@modelcontextprotocol/server`, which would bring ajv for an assistant's forms: our tools ask
// for none, and zod validates what they take. It would be a fifteenth of a megabyte of the package.
export { default as process } from 'node:process'

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('Earmark sends no forms to assistants, so nothing is there to validate.')
  }
}
