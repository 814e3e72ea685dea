import type { ReactNode } from 'react';
import { beginningOf } from '../../../common/beginningOf.ts';
import { autograde } from '../../../contract/autograde.ts';
import { m } from '../../paraglide/messages.js';
import { Link } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useReturn, useUser } from '../hooks.ts';
import type { ReportParts } from '../reports/declaration.ts';
import s from './autograde.module.css';
import { feedbackAddress } from './feedbackAddress.ts';

/** Most letters of an answer beside its link. */
const mostLetters = 120;
/** Most answers that are listed; the others follow once these are marked seen. */
const mostListed = 10;

/** What is new for the teacher above the list: students' answers to comments, each with a link to it. */
export function NewAnswers({ children }: { children: (parts: ReportParts) => ReactNode }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const { data = [], refresh } = useCollection((signal) => send(autograde.newAnswers, { user_puid: userPuid }, { signal, quiet: true }));
  useReturn(refresh);
  const above =
    data.length > 0 ? (
      <Notice tone="info" title={m.autograde_new_answers({ count: data.length })}>
        <ul className={s.newAnswers}>
          {data.slice(0, mostListed).map(({ comment_id, item_id, result_id, question_id, number, title, group_name, answer_text }) => (
            <li key={comment_id}>
              <Link href={feedbackAddress(item_id, result_id, question_id)}>
                {m.autograde_new_answer({ title, number, group: group_name })}
              </Link>
              <p className={s.text} dir="auto">
                {beginningOf(answer_text, mostLetters)}
              </p>
            </li>
          ))}
        </ul>
      </Notice>
    ) : null;
  return children({ above });
}
