import { useSearchParams } from 'react-router-dom';
import { type GlossarySubject, readersSubjects } from '../../../contract/glossary.ts';
import { m } from '../../paraglide/messages.js';
import { addressOf, type ScreenAddress } from '../screen.ts';

/** Name of a subject. */
export const subjectName: Readonly<Record<GlossarySubject, () => string>> = {
  physical: m.glossary_subject_physical,
  life: m.glossary_subject_life,
  earth: m.glossary_subject_earth,
  space: m.glossary_subject_space,
  engineering: m.glossary_subject_engineering,
  practice: m.glossary_subject_practice,
  class: m.ownTerms_subject,
};

/** The subject in the address; undefined for all, and for one that does not exist. */
export function useSubject(): GlossarySubject | undefined {
  const [params] = useSearchParams();
  return readersSubjects.find((one) => one === params.get('subject'));
}

/** The address of a glossary screen for a subject, or for all. */
export const addressIn = (screen: Pick<ScreenAddress, 'path'>, subject: GlossarySubject | undefined): string =>
  `${addressOf(screen)}${subject ? `?subject=${subject}` : ''}`;
