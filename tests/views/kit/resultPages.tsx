import { useEffect, useRef } from 'react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import AssignmentsPage from '../../../src/views/assignments/AssignmentsPage.tsx';
import AssignmentResultPage from '../../../src/views/reports/AssignmentResultPage.tsx';
import StudentReportPage from '../../../src/views/reports/StudentReportPage.tsx';

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
