import { Alert } from 'antd'
import type { UploadKind } from './upload-queue'

interface FileProblemsProps {
  kind: UploadKind
  files: {
    problems: Record<UploadKind, readonly string[]>
    dismiss: (kind: UploadKind) => void
  }
}

/** Why files were not taken, a sentence each, until somebody has read it. */
export function FileProblems({ kind, files }: FileProblemsProps) {
  return (
    <div role="alert" style={{ width: '100%' }}>
      {files.problems[kind].length > 0 && (
        <Alert
          type="error"
          closable
          onClose={() => files.dismiss(kind)}
          message={files.problems[kind].map((sentence) => <p key={sentence}>{sentence}</p>)}
        />
      )}
    </div>
  )
}
