import type { GlossarySubject } from '../../../contract/glossary.ts';
import { m } from '../../paraglide/messages.js';
import type { Crumb } from '../../ui/Breadcrumbs.tsx';
import { addressOf } from '../screen.ts';
import { glossaryHome } from './home.screen.ts';
import { glossarySubject } from './subject.screen.ts';
import { subjectName } from './subjectName.ts';
import { addressIn } from './subjects.ts';

/** What is above the screens of a subject, from the top. */
export const crumbsOf = (subject: GlossarySubject | undefined): Crumb[] => [
  { label: m.glossary_title(), href: addressOf(glossaryHome) },
  { label: subject ? subjectName[subject]() : m.glossary_all_terms(), href: addressIn(glossarySubject, subject) },
];
