import { useParams } from 'react-router-dom';
import { decodeIds } from '../routeValue.ts';
import { LessonPlayer } from './LessonPlayer.tsx';

/** A teacher sees one library item as students will: the same player, without progress or attempts. */
export default function ItemPreviewPage() {
  const { value } = useParams();
  const [itemId = 0] = decodeIds(value, 1) ?? [];
  return <LessonPlayer key={value} played={{ lessonId: 0, itemId, assignmentId: 0, groupAssignmentId: 0, mode: 'preview' }} />;
}
