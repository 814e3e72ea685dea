import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { decodeIds } from '../routeValue.ts';
import { LessonPlayer } from './LessonPlayer.tsx';
import { useResourceAddress } from './resourceAddress.ts';

/**
 * A student plays an assigned lesson. The address holds lesson, assignment, the group assignment if the lesson came through two groups, and
 * the open resource.
 */
export default function LessonPlayerPage() {
  const { value } = useParams();
  const address = useResourceAddress();
  const [resourceId] = useState(address.resourceId);
  const [lessonId = 0, assignmentId = 0, groupAssignmentId = 0] = decodeIds(value, [2, 3]) ?? [];
  return (
    <LessonPlayer
      key={value}
      played={{ lessonId, itemId: 0, assignmentId, groupAssignmentId, resourceId, mode: 'play' }}
      address={address}
    />
  );
}
