import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { m } from '../../paraglide/messages.js';
import { Row } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { studentAssignmentReport } from '../classReports/studentAssignmentReport.screen.ts';
import type { OpenReport, ReportParts } from '../reports/declaration.ts';
import { useOnward } from '../reports/onward.ts';
import { studentProgress } from '../reports/studentProgress.screen.ts';
import { addressOf } from '../screen.ts';
import { studentAssementReport } from './studentAssementReport.screen.ts';
import { studentReportView } from './studentReportView.screen.ts';

/** What a teacher asks about one student, and the reports that answer. */
const questions = [
  { screen: studentProgress, ask: m.studentReports_ask_progress },
  { screen: studentAssignmentReport, ask: m.studentReports_ask_assignments },
  { screen: studentAssementReport, ask: m.studentReports_ask_assessments },
  { screen: studentReportView, ask: m.studentReports_ask_family },
];

interface OfStudent {
  group_puid: number;
  student: { user_puid: number };
}

/** Parts of a report on one student: the way to the other reports on the same student, by question. */
export function StudentParts({
  page: { data, say },
  children,
}: {
  page: OpenReport<OfStudent>;
  children: (parts: ReportParts) => ReactNode;
}) {
  const onward = useOnward();
  const { pathname } = useLocation();
  // The other reports would show the name again.
  if (!data || say.areNamesHidden) return children({});
  const others = questions
    .map(({ screen, ask }) => ({ ask, href: addressOf(screen, data.group_puid, data.student.user_puid) }))
    .filter(({ href }) => href !== pathname);
  return children({
    above: (
      <nav aria-label={m.classReports_ask()}>
        <Row>
          {others.map(({ href, ask }) => (
            <LinkButton key={href} href={onward(href)}>
              {ask()}
            </LinkButton>
          ))}
        </Row>
      </nav>
    ),
  });
}
