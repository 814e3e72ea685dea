import { useParams } from 'react-router-dom';
import { useUser } from '../hooks.ts';
import { decodeIds } from '../routeValue.ts';
import { LessonPlayer } from './LessonPlayer.tsx';

/** A student plays an assigned lesson; the address holds lesson and assignment. */
export default function LessonPlayerPage() {
  const { value } = useParams();
  const { userPuid } = useUser();
  const [lessonId, assignmentId] = decodeIds(value, 2) as [number, number];
  return <LessonPlayer key={value} input={{ userPuid, lessonId, assignmentId, mode: 'play' }} />;
}
