import type { CodeEditorProps } from '@rookies/ui/code/code-editor'

/** Replaces the code editor, which needs a layout that jsdom does not compute. */
export function PlainEditor({ label, value, marks, at, onChange }: CodeEditorProps) {
  return (
    <textarea
      aria-label={label}
      data-marks={marks?.join(',')}
      data-line={at?.line}
      value={value}
      onChange={({ target }) => onChange?.(target.value)}
    />
  )
}
