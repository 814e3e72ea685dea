import { useParams } from 'react-router-dom';
import { decodeIds } from '../routeValue.ts';
import { LessonPlayer } from './LessonPlayer.tsx';

/** A teacher sees a lesson as students will: the same player, without writes. */
export default function LessonPreviewPage() {
  const { value } = useParams();
  const [lessonId = 0] = decodeIds(value, 1) ?? [];
  return <LessonPlayer key={value} played={{ lessonId, itemId: 0, assignmentId: 0, groupAssignmentId: 0, mode: 'preview' }} />;
}
