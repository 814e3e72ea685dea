import type { GroupAssignment, ResponsesReport, StudentResult } from '../../../contract/assignments.ts';
import type { QuizStatistics } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import { Stack, Text } from '../../ui/Layout.tsx';
import type { ReportSection, Say } from './declaration.ts';
import { findingsOf } from './findings.ts';
import { responsesGrid } from './responsesGrid.ts';

/** What stands out, and who answered what, over all quizzes. */
export const glance = (
  statistics: readonly QuizStatistics[],
  responses: ResponsesReport,
  students: readonly StudentResult[],
  assignment: GroupAssignment,
  { language }: Say,
): ReportSection => ({
  key: 'glance',
  title: m.reports_glance(),
  isFirst: true,
  note: (
    <Stack gap={1}>
      {findingsOf(statistics, language).map((text) => (
        <Text key={text}>{text}</Text>
      ))}
      {responses.length > 1 ? (
        <Text tone="soft" size={2}>
          {m.reports_glance_quizzes({ names: responses.map(({ title }, at) => `${at + 1} ${title}`).join(' · ') })}
        </Text>
      ) : null}
    </Stack>
  ),
  tables: [responsesGrid(responses, students, assignment)],
});
