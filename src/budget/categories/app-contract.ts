import * as z from 'zod'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { amount, day, id, instant, name, visibleText } from '#/platform/contract/fields.ts'
import { changeOf, create, ordering, removal } from '#/platform/audited/contract.ts'
import { fold } from '#/core/values/fold.ts'
import { languageTags } from '#/core/values/languages.ts'
import { hue } from './contract.ts'

/** The fields that change a look, of categories and of Expenses. */
export const lookFields = {
  icon: visibleText({ min: 1, max: 40 })
    .nullable()
    .describe('A name of lucide; null: guessed from the name.'),
  hue: hue.nullable().describe('Null: guessed from the name.'),
}

const fields = {
  name,
  parent_id: id.nullable(),
  ...lookFields,
  color: visibleText({ min: 1, max: 40 }).nullable(),
  is_hidden: z.boolean(),
}

/** Changes to categories, for the application and the command line. */
export const categoriesApp = {
  createCategory: endpoint({
    ...create,
    path: '/categories',
    forKeys: true,
    tag: 'Categories',
    summary: 'Create a category',
    refusals: [...create.refusals, 'resource_not_found'],
    body: z.strictObject({
      name,
      kind: z.enum(['expense', 'income', 'transfer']).default('expense'),
      parent_id: fields.parent_id.default(null),
      icon: fields.icon.default(null),
      hue: fields.hue.default(null),
      color: fields.color.default(null),
      is_hidden: z.boolean().default(false),
    }),
  }),
  addStarterCategories: endpoint({
    method: 'POST',
    path: '/categories/starter',
    forKeys: true,
    separate: true,
    tag: 'Categories',
    summary: 'Create the usual categories, and file earlier imports into them',
    description: 'Categories that exist by name stay as they are. Choices of people stay.',
    cost: 40,
    heavy: true,
    scope: 'data.write',
    refusals: ['limit_reached'],
    body: z.strictObject({
      language: z.enum(languageTags).describe('The language of their names.'),
    }),
    response: z.object({
      created: z.int(),
      filed: z.int().describe('The imported transactions that got a category.'),
    }),
  }),
  removeStarterCategories: endpoint({
    method: 'POST',
    path: '/categories/starter/remove',
    forKeys: true,
    tag: 'Categories',
    summary: 'Remove the usual categories that nothing uses and nobody has changed',
    cost: 20,
    scope: 'data.write',
    body: z.strictObject({}),
    response: z.object({ removed: z.int() }),
  }),
  changeCategory: endpoint({
    ...changeOf(fields),
    path: '/categories/{id}',
    forKeys: true,
    tag: 'Categories',
    summary: 'Rename, move, mark or hide a category',
  }),
  removeCategory: endpoint({
    ...removal,
    path: '/categories/{id}',
    forKeys: true,
    tag: 'Categories',
    summary: 'Remove a category without transactions',
    refusals: [...removal.refusals, 'still_in_use'],
  }),
  orderCategories: endpoint({
    ...ordering,
    path: '/categories/order',
    forKeys: true,
    tag: 'Categories',
    summary: 'Order the categories',
  }),
}

const ruleFields = {
  match: z
    .enum(['contains', 'is'])
    .describe(
      '`contains`: the name or the bank’s own text contains `text`; `is`: the name equals `text`.',
    ),
  text: visibleText({ min: 1, max: 200 })
    .refine(
      (value) => fold(value) !== '',
      saying('must contain a letter or a digit', { name: 'no_letters' }),
    )
    .describe('Case, accents and punctuation do not matter.'),
  direction: z.enum(['in', 'out']).nullable().describe('Money in or out; null: either.'),
  min_amount: amount.min(0).nullable().describe('Cents, in either direction; inclusive.'),
  max_amount: amount.min(0).nullable().describe('Cents, in either direction; inclusive.'),
  account_id: id.nullable().describe('Null: any account.'),
  category_id: id
    .nullable()
    .describe('The category to file under; null: the rule leaves the category.'),
  concept: visibleText({ min: 1, max: 200 })
    .nullable()
    .describe('The new name of the payment; null: unchanged.'),
  expense_id: id
    .nullable()
    .describe(
      'The Expense that a fitting payment is spent from; null: none. Once it is archived, the rule keeps its other effects.',
    ),
}

/** Rules that name and categorise imported payments, for the application and the command line. */
export const categoryRulesApp = {
  listCategoryRules: endpoint({
    method: 'GET',
    path: '/category-rules',
    forKeys: true,
    tag: 'Categories',
    summary: 'List the rules for imported payments; the first that matches counts',
    scope: 'data.read',
    response: z.array(
      z.object({ id, ...ruleFields, position: z.int(), created_at: instant, updated_at: instant }),
    ),
  }),
  createCategoryRule: endpoint({
    ...create,
    path: '/category-rules',
    forKeys: true,
    tag: 'Categories',
    summary: 'Create a rule for imported payments',
    cost: 2,
    refusals: [...create.refusals, 'resource_not_found'],
    body: z.strictObject({
      match: ruleFields.match.default('contains'),
      text: ruleFields.text,
      direction: ruleFields.direction.default(null),
      min_amount: ruleFields.min_amount.default(null),
      max_amount: ruleFields.max_amount.default(null),
      account_id: ruleFields.account_id.default(null),
      category_id: ruleFields.category_id.default(null),
      concept: ruleFields.concept.default(null),
      expense_id: ruleFields.expense_id.default(null),
    }),
  }),
  changeCategoryRule: endpoint({
    ...changeOf(ruleFields),
    path: '/category-rules/{id}',
    forKeys: true,
    tag: 'Categories',
    summary: 'Change a rule; payments that it has filed stay until the rules are applied again',
  }),
  removeCategoryRule: endpoint({
    ...removal,
    path: '/category-rules/{id}',
    forKeys: true,
    tag: 'Categories',
    summary: 'Remove a rule; payments that it has filed stay',
  }),
  orderCategoryRules: endpoint({
    ...ordering,
    path: '/category-rules/order',
    forKeys: true,
    tag: 'Categories',
    summary: 'Order the rules: the first that matches counts',
  }),
  applyCategoryRules: endpoint({
    method: 'POST',
    path: '/category-rules/apply',
    forKeys: true,
    separate: true,
    tag: 'Categories',
    summary: 'Apply the rules to earlier imports; choices of people stay',
    description:
      'Files and names only. Past payments that a rule would spend from an Expense have been paid from free to spend: `GET /past-payments` offers them.',
    cost: 40,
    heavy: true,
    scope: 'data.write',
    refusals: ['resource_not_found'],
    body: z.strictObject({
      rule_id: id.optional().describe('File only payments that this rule matches.'),
    }),
    response: z.object({ changed: z.int() }),
  }),
  previewCategoryRule: endpoint({
    method: 'GET',
    path: '/category-rules/effect',
    forKeys: true,
    separate: true,
    tag: 'Categories',
    summary: 'Preview the effect of a rule on earlier imports',
    cost: 10,
    heavy: true,
    scope: 'data.read',
    query: z.strictObject({
      rule_id: id.optional().describe('The rule that this one replaces; left out for a new rule.'),
      match: ruleFields.match.default('contains'),
      text: ruleFields.text,
      direction: ruleFields.direction.unwrap().optional(),
      min_amount: ruleFields.min_amount.unwrap().optional(),
      max_amount: ruleFields.max_amount.unwrap().optional(),
      account_id: id.optional(),
      category_id: id.optional(),
      concept: ruleFields.concept.unwrap().optional(),
      expense_id: id.optional(),
    }),
    response: z.object({
      fitting: z
        .int()
        .describe('Imported transactions that it matches and nobody has filed by hand.'),
      changing: z.int().describe('Matching transactions whose category or name it would change.'),
      offering: z
        .int()
        .describe(
          'Matching payments of the last 60 days that `GET /past-payments` would offer to its Expense.',
        ),
    }),
  }),
  explainCategory: endpoint({
    method: 'GET',
    path: '/transactions/{id}/category',
    forKeys: true,
    tag: 'Categories',
    summary: 'Explain why a transaction has its category',
    scope: 'data.read',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: z.object({
      category_id: id.nullable(),
      category_name: z.string().nullable(),
      why: z
        .discriminatedUnion('by', [
          z.object({ by: z.literal('person') }),
          z.object({
            by: z.literal('rule'),
            rule_id: id.nullable(),
            text: z.string(),
            place: z
              .int()
              .nullable()
              .describe('Its position in the order, from 1; null: the rule was removed.'),
          }),
          z.object({ by: z.literal('choice'), merchant: z.string(), booked_at: day }),
          z.object({
            by: z.literal('provider'),
            taxonomy: z.string(),
            code: z.string(),
            meaning: z.string(),
          }),
          z.object({ by: z.literal('file'), category: z.string() }),
          z.object({ by: z.literal('merchant_code'), code: z.string(), meaning: z.string() }),
          z.object({
            by: z.literal('brand'),
            brand: z.string(),
            kind: z.string(),
            meaning: z.string(),
          }),
          z.object({ by: z.literal('keyword'), word: z.string(), meaning: z.string() }),
        ])
        .nullable()
        .describe('Null: it has no category.'),
      text: z.string().describe('The explanation as a sentence.'),
    }),
  }),
}
