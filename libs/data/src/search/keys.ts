/** Query keys of the search in the top bar. */
export const searchKeys = {
  all: ['search'] as const,
  answer: (text: string) => [...searchKeys.all, text] as const,
}
