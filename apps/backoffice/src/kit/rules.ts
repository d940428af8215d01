import { formatNumber } from '@rookies/data/wording'
import type { FormRule } from 'antd'

/** The field is required; spaces alone do not count. */
export const needed = (label: string, sentence = `${label} is required`): FormRule => ({
  required: true,
  validator: async (_rule, value: unknown) => {
    const empty =
      typeof value === 'string' ? value.trim() === '' : value === undefined || value === null
    if (empty) throw new Error(sentence)
  },
})

/** The longest text that the table's column takes. */
export const atMost = (max: number): FormRule => ({
  max,
  message: `At most ${formatNumber(max)} characters`,
})

/** The field is empty or has a web address. */
export const webAddress: FormRule = {
  validator: async (_rule, value: unknown) => {
    const typed = typeof value === 'string' ? value.trim() : ''
    if (typed !== '' && !/^https?:\/\/\S+$/.test(typed)) {
      throw new Error('Enter a full address that begins with https://')
    }
  },
}

/** Turns a function that checks the whole form into a rule for one field. */
export function judgedBy<Values>(problemsOf: (values: Values) => object, field: string): FormRule {
  return ({ getFieldsValue }) => ({
    validator: async () => {
      const problem: unknown = Reflect.get(problemsOf(getFieldsValue(true)), field)
      if (typeof problem === 'string') throw new Error(problem)
    },
  })
}
