import { Alert } from 'antd'
import type { UploadKind } from '../files/upload-queue'
import { useLesson } from './lesson-context'

/** Lists why files were refused, one sentence each, until the person dismisses the list. */
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
