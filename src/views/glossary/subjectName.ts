import type { GlossarySubject } from '../../../contract/glossary.ts';
import { m } from '../../paraglide/messages.js';

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
