import type { KeyCorrection } from '../../../contract/authoring.ts';
import { ResourceType } from '../../../contract/content.ts';
import { m } from '../../paraglide/messages.js';
import { Link } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { questionScoring } from '../autograde/scoring.screen.ts';
import { useCollection } from '../collection.ts';
import { addressOf } from '../screen.ts';
import s from './authoring.module.css';

interface KeyCorrectionsProps {
  itemId: number;
  load: (item_id: number, options: { signal: AbortSignal; quiet: true }) => Promise<KeyCorrection[]>;
}

/** The assignments whose answers are still scored by a key that the author has corrected since, each with a way to its regrade. */
export default function KeyCorrections({ itemId, load }: KeyCorrectionsProps) {
  const { data = [] } = useCollection((signal) => load(itemId, { signal, quiet: true }));
  if (data.length === 0) return null;
  return (
    <Notice tone="warning" title={m.authoring_corrected()}>
      {m.authoring_corrected_text()}
      <ul className={s.problems}>
        {data.flatMap(({ question_id, number, assignments }) =>
          assignments.map(({ group_assignment_id, group_puid, group_name, lesson_name, responses }) => (
            <li key={`${question_id} ${group_assignment_id}`}>
              <Link href={`${addressOf(questionScoring, itemId, ResourceType.quiz, question_id)}?class=${group_puid}`}>
                {m.authoring_corrected_at({ number, group: group_name, lesson: lesson_name, count: responses })}
              </Link>
            </li>
          )),
        )}
      </ul>
    </Notice>
  );
}
