import type { Formats } from '../formats.ts'

export const categories = ({ number, plural }: Pick<Formats, 'number' | 'plural'>) => ({
  title: 'Categories',
  add: 'Add a category',
  edit: (name: string) => `Change ${name}`,
  editTitle: 'Change category',
  name: 'Name',
  kind: 'Kind',
  kinds: { expense: 'Spending', income: 'Income', transfer: 'Transfer' },
  parent: 'Group',
  noParent: 'None',
  hidden: 'Hidden',
  hide: 'Hide it from lists',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeWords: 'Only a category that no transaction uses can be removed. Others can be hidden.',
  none: 'There are no categories yet',
  starter: 'Start with the usual categories',
  started: (count: number) =>
    plural(count, { one: 'One category created', other: `${number(count)} categories created` }),
  startedAndFiled: (filed: number) =>
    `${number(filed)} ${plural(filed, { one: 'payment', other: 'payments' })} filed into categories`,
  dropped: (count: number) =>
    plural(count, { one: 'One category removed', other: `${number(count)} categories removed` }),
  drop: 'Remove those that are not used',
  showAll: (count: number) => `Show all (${number(count)} more)`,
  usualWords:
    'Earmark files payments into the usual categories by itself. Categories without payments stay hidden.',
  created: (name: string) => `Category “${name}” created`,
  createdAndFiled: (name: string) => `Category “${name}” created, and filed under it`,
  createNamed: (name: string) => `Create “${name}”`,
  hue: 'Colour',
  hues: {
    rose: 'Rose',
    red: 'Red',
    orange: 'Orange',
    amber: 'Amber',
    lime: 'Lime',
    green: 'Green',
    teal: 'Teal',
    cyan: 'Cyan',
    sky: 'Sky',
    blue: 'Blue',
    violet: 'Violet',
    pink: 'Pink',
  },
  icon: 'Icon',
  iconNamed: (name: string) => name.replace(/-2$/, '').replaceAll('-', ' '),
})
