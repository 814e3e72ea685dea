import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { students } from '../../../contract/kit.ts';
import { sessionFlags } from '../../machines/login/sessionFlags.ts';
import { useSession } from '../hooks.ts';
import { Fallible } from './Fallible.tsx';

const Outbox = lazy(() => import('../quiz/Outbox.tsx'));
const NotificationCard = lazy(() => import('../inbox/NotificationCard.tsx'));

/** Full-page screens, where students are not interrupted. */
const filling = /\/(studentLessonPlayer|lessonPlayerPage|StudentLearnosityView|studentQuiz|previewResource|workspace\/lessonPlayer)\//;
/** Whether the screen at an address must not be covered. */
export const isUndisturbed = (pathname: string): boolean => filling.test(pathname);

/** Work that can wait until after the first screen: unsent data and notifications. */
export default function AfterSignIn() {
  const { user, administrator } = useSelector(useSession(), (snapshot) => snapshot.context);
  const { pathname } = useLocation();
  // So that the way from the dashboard to a lesson does not wait for it.
  useEffect(() => void import('../studentScreens.ts').catch(() => {}), []);
  if (!user) return null;
  const isStudent = !administrator && students.some((role) => role === user.role);
  const mayBeTold = sessionFlags(user).showPopUps && !isUndisturbed(pathname);
  return (
    <Suspense>
      {isStudent ? (
        <Fallible>
          <Outbox />
        </Fallible>
      ) : null}
      {mayBeTold ? (
        <Fallible>
          <NotificationCard key={`${user.districtID}.${user.userPuid}`} />
        </Fallible>
      ) : null}
    </Suspense>
  );
}
