import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { decodeIds } from '../routeValue.ts';
import { LessonPlayer } from './LessonPlayer.tsx';
import { useResourceAddress } from './resourceAddress.ts';

/** A teacher sees a lesson as students will: the same player, without writes. */
export default function LessonPreviewPage() {
  const { value } = useParams();
  const address = useResourceAddress();
  const [resourceId] = useState(address.resourceId);
  const [lessonId = 0] = decodeIds(value, 1) ?? [];
  return (
    <LessonPlayer
      key={value}
      played={{ lessonId, itemId: 0, assignmentId: 0, groupAssignmentId: 0, resourceId, mode: 'preview' }}
      address={address}
    />
  );
}
