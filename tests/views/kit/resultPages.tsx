import { screen } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import type { AnyStateMachine } from 'xstate';
import { m } from '../../../src/paraglide/messages.js';
import type { App } from '../../../src/views/app.ts';
import AssignmentsPage from '../../../src/views/assignments/AssignmentsPage.tsx';
import { paths } from '../../../src/views/paths.ts';
import AssignmentResultPage from '../../../src/views/reports/AssignmentResultPage.tsx';
import StudentReportPage from '../../../src/views/reports/studentReport.report.tsx';
import type { Stage } from '../../kit/describeView.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { Around } from './screen.tsx';

/** The pages of a teacher's results at their addresses, opened at one of them. */
export function ResultPages({ path }: { path: string }) {
  const navigate = useNavigate();
  const hasGone = useRef(false);
  useEffect(() => {
    if (!hasGone.current) void navigate(path);
    hasGone.current = true;
  }, [navigate, path]);
  return (
    <Routes>
      <Route path="/authenticated/assignments" element={<AssignmentsPage />} />
      <Route path="/authenticated/assignments/reportHome/:value" element={<AssignmentResultPage />} />
      <Route path="/authenticated/assignments/studentReport/:value" element={<StudentReportPage />} />
      <Route path="*" element={null} />
    </Routes>
  );
}

/** Opens the result of the free lesson. */
export async function openResult({ render }: Pick<Stage<AnyStateMachine>, 'render'>, app: App, group_assignment_id: number): Promise<void> {
  render(
    <Around app={app}>
      <ResultPages path={paths.assignmentResult(ids.freeLesson, ids.class, group_assignment_id)} />
    </Around>,
  );
  await screen.findByRole('heading', { name: m.teacher_by_student() });
}
