import type { ReactNode } from 'react';
import type { QuestionAnswers } from '../../../contract/itemBank.ts';
import { m } from '../../paraglide/messages.js';
import { IconEdit } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/Link.tsx';
import type { OpenReport, ReportParts } from '../reports/declaration.ts';
import { addressOf } from '../screen.ts';
import { editQuestionAnswer } from './editQuestionAnswer.screen.ts';

/** The way to the form of the quiz. */
export function EditLink({ page, children }: { page: OpenReport<QuestionAnswers>; children: (parts: ReportParts) => ReactNode }) {
  const { data } = page;
  if (!data) return children({});
  return children({
    action: (
      <LinkButton icon={IconEdit} href={addressOf(editQuestionAnswer, data.item_id)}>
        {m.itemBank_edit()}
      </LinkButton>
    ),
  });
}
