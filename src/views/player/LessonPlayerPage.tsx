import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { decodeIds } from '../routeValue.ts';
import { LessonPlayer } from './LessonPlayer.tsx';

/**
 * A student plays an assigned lesson; the address holds lesson, assignment and, where it came through two groups, group assignment. It may
 * name the resource to begin with, once: loaded again, the lesson goes on where the student is.
 */
export default function LessonPlayerPage() {
  const { value } = useParams();
  const [query, setQuery] = useSearchParams();
  const [resourceId] = useState(() => Number(query.get('resource')));
  const isNamed = query.has('resource');
  useEffect(() => {
    if (isNamed) setQuery({}, { replace: true });
  }, [isNamed, setQuery]);
  const [lessonId = 0, assignmentId = 0, groupAssignmentId = 0] = decodeIds(value, [2, 3]) ?? [];
  return <LessonPlayer key={value} played={{ lessonId, itemId: 0, assignmentId, groupAssignmentId, resourceId, mode: 'play' }} />;
}
