import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { m } from '../../paraglide/messages.js';
import { Stack } from '../../ui/Layout.tsx';
import { PlayerFrame } from '../../ui/PlayerFrame.tsx';
import { useUser } from '../hooks.ts';
import { homeOf } from '../paths.ts';
import QuizView from '../quiz/QuizView.tsx';
import { decodeIds } from '../routeValue.ts';
import { ActingBanner } from '../shell/ActingBanner.tsx';

const nothing = () => {};

/**
 * A quiz on its own page. The address holds lesson, quiz and, if there is one, resource tracking. `?kind=assessment` uses the calls of
 * assessments.
 */
export default function StudentQuizPage() {
  const { value } = useParams();
  const kind = useSearchParams()[0].get('kind') === 'assessment' ? 'assessment' : 'quiz';
  const { userPuid, role } = useUser();
  const navigate = useNavigate();
  // Back to the list it was opened from; an address opened directly leads home.
  const leave = () => void ((Object(window.history.state) as { idx?: number }).idx ? navigate(-1) : navigate(homeOf(role)));
  const [lessonId = 0, quizId = 0, resourceTrackingId = 0] = decodeIds(value, [2, 3]) ?? [];
  const title = kind === 'quiz' ? m.player_kind_quiz() : m.player_kind_assessment();
  return (
    <PlayerFrame title={title} progress={null} onLeave={leave} banner={<ActingBanner />}>
      <Stack gap={4}>
        <h1>{title}</h1>
        <QuizView key={value} input={{ userPuid, quizId, lessonId, resourceTrackingId, kind }} onHandedIn={nothing} />
      </Stack>
    </PlayerFrame>
  );
}
