import type { FormRule } from 'antd'

/** Requires a value; a text of spaces counts as empty. */
export const needed = (label: string, sentence = `${label} is required`): FormRule => ({
  required: true,
  validator: async (_rule, value: unknown) => {
    const empty =
      typeof value === 'string' ? value.trim() === '' : value === undefined || value === null
    if (empty) throw new Error(sentence)
  },
})

/** Requires a number of days other than 0. */
export const someDays: FormRule = {
  validator: async (_rule, value: unknown) => {
    if (typeof value !== 'number' || value === 0) throw new Error('Enter a number of days')
  },
}

/** Returns the rule of one field, from a function that checks the whole form and returns errors by field. */
export function judgedBy<Values>(problemsOf: (values: Values) => object, field: string): FormRule {
  return ({ getFieldsValue }) => ({
    validator: async () => {
      const problem: unknown = Reflect.get(problemsOf(getFieldsValue(true)), field)
      if (typeof problem === 'string') throw new Error(problem)
    },
  })
}
