import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { m } from '../../paraglide/messages.js';
import { prebuiltFormActors } from '../../services/prebuilt/prebuilt.ts';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { adminHome } from '../people/adminHome.screen.ts';
import { decodeIds } from '../routeValue.ts';
import { addressOf } from '../screen.ts';
import NotFoundPage from '../shell/NotFoundPage.tsx';
import { LessonBuilder } from '../workspace/LessonBuilder.tsx';
import { prebuiltAssignResource } from './prebuiltAssignResource.screen.ts';
import { prebuiltLesson } from './prebuiltLesson.screen.ts';

/** The form of a prebuilt lesson, which is that of a teacher's lesson. The address says which one. */
export default function PrebuiltLessonPage() {
  const { value } = useParams();
  const navigate = useNavigate();
  const { send } = useApp();
  const { userPuid } = useUser();
  const lesson_id = decodeIds(value, 1)?.[0];
  const actors = useMemo(() => prebuiltFormActors(send, userPuid), [send, userPuid]);
  if (lesson_id === undefined) return <NotFoundPage />;
  return (
    <LessonBuilder
      key={lesson_id}
      kind="lesson"
      lessonId={lesson_id}
      prebuilt={{
        actors,
        title: m.prebuilt_form_title(),
        crumbs: [
          { label: m.common_nav_admin(), href: addressOf(adminHome) },
          { label: m.prebuilt_title(), href: addressOf(prebuiltAssignResource) },
        ],
      }}
      onCreated={(id) => void navigate(addressOf(prebuiltLesson, id))}
    />
  );
}
