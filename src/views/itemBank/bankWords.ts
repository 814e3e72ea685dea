import type { QuestionAnswers, QuestionBank } from '../../../contract/itemBank.ts';
import { m } from '../../paraglide/messages.js';
import { adminHome } from '../people/adminHome.screen.ts';
import { addressOf } from '../screen.ts';

export const deliveries: Readonly<Record<QuestionBank['delivery'], () => string>> = {
  quiz: m.itemBank_delivery_quiz,
  assessment: m.itemBank_delivery_assessment,
  printable: m.itemBank_delivery_printable,
  provider: m.itemBank_delivery_provider,
};
/** The way back to the administration's home. */
export const home = () => ({ label: m.people_admin_title(), href: addressOf(adminHome) });

/** The questions of a quiz with their numbers. */
export const numbered = ({ questions }: QuestionAnswers) => questions.map((question, at) => ({ ...question, number: at + 1 }));
export type Numbered = ReturnType<typeof numbered>[number];
