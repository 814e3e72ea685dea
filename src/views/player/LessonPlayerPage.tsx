import { useParams } from 'react-router-dom';
import { decodeIds } from '../routeValue.ts';
import { LessonPlayer } from './LessonPlayer.tsx';

/** A student plays an assigned lesson; the address holds lesson, assignment and, where it came through two groups, group assignment. */
export default function LessonPlayerPage() {
  const { value } = useParams();
  const [lessonId = 0, assignmentId = 0, groupAssignmentId = 0] = decodeIds(value, [2, 3]) ?? [];
  return <LessonPlayer key={value} played={{ lessonId, itemId: 0, assignmentId, groupAssignmentId, mode: 'play' }} />;
}
