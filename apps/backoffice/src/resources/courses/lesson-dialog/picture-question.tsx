import { Flex, Form, Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useLeaveQuestion } from '../../../kit/form-fields'
import { Question } from '../../../kit/question'
import { makeThumbnail } from '../files/measure-picture'
import type { PictureAsked } from './use-lesson-files'

interface PictureQuestionProps {
  picture: PictureAsked
  onAnswer: (alt: string) => void
}

/** Asks for a picture's alternative text (rules/files#words). */
export function PictureQuestion({ picture, onAnswer }: PictureQuestionProps) {
  const [alt, setAlt] = useState('')
  const typed = alt.trim() !== ''
  const { leaving, ask } = useLeaveQuestion(typed, alt)
  const id = useId()
  const small = useThumbnail(picture.file)
  return (
    <Question
      title="What does the picture show?"
      size="form"
      reminder={leaving && 'The picture has no description yet. Add yours, or skip it.'}
      cancel="Skip"
      confirm="Add Description"
      blocked={!typed}
      onCancel={() => onAnswer('')}
      onConfirm={() => onAnswer(alt)}
      onClose={() => (typed ? ask() : onAnswer(''))}
    >
      <Flex wrap gap="middle" align="flex-start">
        {small && <img src={small} alt={picture.file.name} style={PICTURE} />}
        <Flex vertical flex="1 1 14rem">
          <Form.Item
            layout="vertical"
            label="Description"
            htmlFor={id}
            extra={<span id={`${id}-hint`}>{HINT}</span>}
            style={FIELD}
          >
            <Input
              id={id}
              aria-describedby={`${id}-hint`}
              value={alt}
              maxLength={LONGEST}
              autoComplete="off"
              placeholder="A red pot with four handles"
              onChange={({ target }) => setAlt(target.value)}
              onPressEnter={(event) => {
                // The text field gets the focus back. Without this, Enter would also add a line break there.
                event.preventDefault()
                onAnswer(alt)
              }}
            />
          </Form.Item>
        </Flex>
      </Flex>
    </Question>
  )
}

const HINT =
  "Screen readers read this to learners who can't see the picture. Skip it if the picture is only decoration."
const FIELD = { minWidth: 0, margin: 0 }

/** The longest alternative text, in characters. */
const LONGEST = 500

const PICTURE = { maxWidth: '100%', maxHeight: '10rem', borderRadius: 'var(--radius-s)' } as const

/** Returns a thumbnail of the picture; null while the thumbnail is made. */
function useThumbnail(file: File): string | null {
  const [small, setSmall] = useState<string | null>(null)
  useEffect(() => {
    let wanted = true
    void makeThumbnail(file).then((address) => wanted && setSmall(address))
    return () => {
      wanted = false
    }
  }, [file])
  return small
}
