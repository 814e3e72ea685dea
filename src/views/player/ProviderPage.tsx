import { useNavigate, useParams } from 'react-router-dom';
import { m } from '../../paraglide/messages.js';
import { PlayerFrame } from '../../ui/PlayerFrame.tsx';
import { useUser } from '../hooks.ts';
import { homeOf } from '../paths.ts';
import { decodeIds } from '../routeValue.ts';
import { ActingBanner } from '../shell/ActingBanner.tsx';
import ProviderAssessment from './ProviderAssessment.tsx';

const nothing = () => {};

/** A provider assessment on its own page. The address holds lesson, assessment and, if there is one, resource tracking. */
export default function ProviderPage() {
  const { value } = useParams();
  const { userPuid, role } = useUser();
  const navigate = useNavigate();
  // Back to the lesson it was opened from; an address opened directly leads home.
  const leave = () => void ((Object(window.history.state) as { idx?: number }).idx ? navigate(-1) : navigate(homeOf(role)));
  const [lessonId = 0, quizId = 0, resourceTrackingId = 0] = decodeIds(value, [2, 3]) ?? [];
  return (
    <PlayerFrame title={m.player_kind_assessment()} progress={null} onLeave={leave} banner={<ActingBanner />}>
      <ProviderAssessment key={value} input={{ userPuid, quizId, lessonId, resourceTrackingId }} level={1} onHandedIn={nothing} />
    </PlayerFrame>
  );
}
