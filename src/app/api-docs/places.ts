/** Stands in the built pages where the address of the instance goes. It never passes for an address. */
export const ORIGIN = 'http://instance.invalid'

/** The name of the page with the API reference. It has the address `/docs`, as it always had. */
export const REFERENCE = 'reference'

/** The name of the page that lists all guides. */
export const OVERVIEW = 'guides'

/** Where the pages are read: below `/docs` of an instance, or in a folder of any web server. */
export type Site = {
  readonly isInstance: boolean
  /** The address of a page by its name, as another page links to it. */
  readonly page: (name: string, from: string) => string
  /** The same of a file of the site, such as `assets/1f/docs.css`. */
  readonly file: (path: string, from: string) => string
}

/** The instance: addresses without endings, from the root. */
export const instanceSite: Site = {
  isInstance: true,
  page: (name) => (name === REFERENCE ? '/docs' : `/docs/${name}`),
  file: (path) => `/docs/${path}`,
}

/** A folder that any web server may publish at any address: links lead from file to file. */
export const folderSite: Site = {
  isInstance: false,
  page: (name, from) => `${upFrom(from)}${fileOf(name, false)}`,
  file: (path, from) => `${upFrom(from)}${path}`,
}

/** The file of a page. A folder begins with the overview, because web servers show `index.html` first. */
export function fileOf(name: string, isInstance: boolean): string {
  return name === OVERVIEW && !isInstance ? 'index.html' : `${name}.html`
}

function upFrom(name: string): string {
  return '../'.repeat(name.split('/').length - 1)
}

/** The link at the top of the page, for readers with a session and for others. */
export const ways = {
  out: '<a class="act" href="/sign-in?to=%2Fdevelopers%2Fkeys%3Fnew%3D1">Sign in for a key</a>',
  in: '<a class="act" href="/developers/keys?new=1">Create a key</a>',
}
