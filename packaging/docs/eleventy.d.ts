// The part of Eleventy that the build uses; the package has no types.
declare module '@11ty/eleventy' {
  type Config = {
    addGlobalData: (name: string, value: unknown) => void
    addTemplate: (path: string, content: unknown) => void
  }
  export default class Eleventy {
    constructor(
      input: string,
      output: string,
      options: {
        readonly quietMode: boolean
        readonly configPath: string
        readonly config: (config: Config) => void
      },
    )
    write(): Promise<void>
  }
}
