import { formatNumber } from '@rookies/data/wording'
import type { FormRule } from 'antd'

/** Something has to be there; spaces alone are nothing. */
export const needed = (label: string, sentence = `${label} is required`): FormRule => ({
  required: true,
  validator: async (_rule, value: unknown) => {
    const empty =
      typeof value === 'string' ? value.trim() === '' : value === undefined || value === null
    if (empty) throw new Error(sentence)
  },
})

/** What the table takes at most. */
export const atMost = (max: number): FormRule => ({
  max,
  message: `At most ${formatNumber(max)} characters`,
})

/** Nothing, or an address of the web. */
export const webAddress: FormRule = {
  validator: async (_rule, value: unknown) => {
    const typed = typeof value === 'string' ? value.trim() : ''
    if (typed !== '' && !/^https?:\/\/\S+$/.test(typed)) {
      throw new Error('Enter a full address that begins with https://')
    }
  },
}

/** A rule out of a function that judges the whole form, for one of its fields. */
export function judgedBy<Values>(problemsOf: (values: Values) => object, field: string): FormRule {
  return ({ getFieldsValue }) => ({
    validator: async () => {
      const problem: unknown = Reflect.get(problemsOf(getFieldsValue(true)), field)
      if (typeof problem === 'string') throw new Error(problem)
    },
  })
}
