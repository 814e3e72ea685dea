import { m } from '../../paraglide/messages.js';
import { shareQuizActors } from '../../services/authoring/shareQuiz.ts';
import { useApp } from '../app.ts';
import { ShareWithColleagues } from '../sharing/ShareDialog.tsx';

interface ShareQuizProps {
  itemId: number;
  title: string;
  onClose: () => void;
}

/** Shares a quiz with colleagues. */
export default function ShareQuiz({ itemId, title, onClose }: ShareQuizProps) {
  const { send } = useApp();
  return (
    <ShareWithColleagues
      lessonId={itemId}
      lessonName={title}
      onClose={onClose}
      actors={shareQuizActors(send)}
      lead={m.authoring_share_lead()}
      hasLink={false}
    />
  );
}
