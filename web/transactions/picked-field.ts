/** The fields of a transaction that can be picked in the list, for one row or for a selection. */
export type PickedField = 'expense_goal_id' | 'category_id'
