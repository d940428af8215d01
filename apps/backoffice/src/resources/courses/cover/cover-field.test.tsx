import { EMPTY_COURSE_FORM } from '@rookies/data/course-editing/course-form'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Form } from 'antd'
import { expect, it, vi } from 'vitest'
import { preparePage } from '../../../test/open-panel'
import { CourseFields } from '../course-fields'
import * as cut from './cover-cut'

const COVER = 'covers/c0000000-0000-4000-8000-000000000001/pot.webp'

preparePage()

const course = { ...EMPTY_COURSE_FORM, title: 'Tea', slug: 'tea', author_name: 'Ida' }

it('the form refuses to save a course until the author uses or cancels the chosen cover, and then says that the cover is stored by saving', async () => {
  // jsdom cannot decode pictures.
  vi.spyOn(cut, 'default').mockImplementation(({ onSent }) => (
    <button type="button" onClick={() => onSent(COVER)}>
      Use Picture
    </button>
  ))
  const save = vi.fn()
  const page = (cover: string) => (
    <Form name="course" initialValues={course} onFinish={save}>
      <CourseFields cover={cover} />
      <button type="submit">Save</button>
    </Form>
  )
  const { rerender } = render(page(''))
  fireEvent.change(screen.getByLabelText('Picture', { selector: 'input' }), {
    target: { files: [new File(['x'], 'pot.png', { type: 'image/png' })] },
  })
  const use = await screen.findByText('Use Picture')
  fireEvent.click(screen.getByText('Save'))
  expect(await screen.findByText(/^Use this picture, or cancel it/)).toBeDefined()
  expect(save).not.toHaveBeenCalled()

  fireEvent.click(use)
  expect(await screen.findByText(/It is kept once you save/)).toBeDefined()
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0]).toMatchObject({ title: 'Tea', thumbnail_url: COVER })
  rerender(page(COVER))
  expect(screen.queryByText(/It is kept once you save/)).toBeNull()
})
