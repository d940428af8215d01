import { Alert } from 'antd'
import type { UploadKind } from '../files/upload-queue'
import { useLesson } from './lesson-context'

/** Why files were refused, one sentence each, until a person dismisses them. */
export function FileProblems({ kind }: { kind: UploadKind }) {
  const { problems, dismiss } = useLesson().files
  return (
    <div role="alert" style={{ width: '100%' }}>
      {problems[kind].length > 0 && (
        <Alert
          type="error"
          closable
          onClose={() => dismiss(kind)}
          message={problems[kind].map((sentence) => <p key={sentence}>{sentence}</p>)}
        />
      )}
    </div>
  )
}
