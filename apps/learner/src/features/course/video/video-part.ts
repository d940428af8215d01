import { LazyPart } from '../../../shared/lazy-part'
import type { VideoLessonProps } from './video-lesson'

/** The player and its protocols. The code loads when a video lesson opens. */
export const videoLesson = new LazyPart<VideoLessonProps>(() => import('./video-lesson'))
