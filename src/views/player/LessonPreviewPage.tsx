import { useParams } from 'react-router-dom';
import { useUser } from '../hooks.ts';
import { decodeIds } from '../routeValue.ts';
import { LessonPlayer } from './LessonPlayer.tsx';

/** A teacher sees a lesson as students will: the same player, without writes. */
export default function LessonPreviewPage() {
  const { value } = useParams();
  const { userPuid } = useUser();
  const [lessonId] = decodeIds(value, 1) as [number];
  return <LessonPlayer key={value} input={{ userPuid, lessonId, assignmentId: 0, mode: 'preview' }} />;
}
