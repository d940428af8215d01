import { LazyPart } from '../../../shared/lazy-part'
import type { VideoLessonProps } from './video-lesson'

/** The player and what speaks with it: fetched when a video lesson opens. */
export const videoLesson = new LazyPart<VideoLessonProps>(() => import('./video-lesson'))
