import {
  convertWorkflowTemplate,
  isMapping,
  isScalar,
  isSequence,
  isString,
  NoOperationTraceWriter,
  parseWorkflow,
} from '@actions/workflow-parser'

type Token = NonNullable<ReturnType<typeof parseWorkflow>['value']>

const parse = (name: string, content: string) =>
  parseWorkflow({ name, content }, new NoOperationTraceWriter())

/** Returns the plain value of a token of the parser. Numbers and booleans stay texts, as the workflow writes them. */
function plain(token: Token): unknown {
  if (isSequence(token)) return [...token].map(plain)
  if (isString(token)) return token.value
  if (isScalar(token)) return token.toDisplayString()
  if (!isMapping(token)) return null
  return Object.fromEntries(
    [...token].map(({ key, value }) => [key.toDisplayString(), plain(value)]),
  )
}

/** Returns the content of a workflow, read with GitHub's parser. */
export function readWorkflow(name: string, content: string): unknown {
  const { value } = parse(name, content)
  return value ? plain(value) : {}
}

/** Returns the errors that GitHub would report about a workflow. */
export async function complaints(name: string, content: string): Promise<string[]> {
  const { context, value } = parse(name, content)
  const { errors = [] } = value ? await convertWorkflowTemplate(context, value) : {}
  return [...context.errors.getErrors(), ...errors].map((error) =>
    'Message' in error ? error.Message : error.message,
  )
}
