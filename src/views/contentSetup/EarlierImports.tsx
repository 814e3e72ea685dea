import type { CourseImport } from '../../../contract/courseImport.ts';
import { m } from '../../paraglide/messages.js';
import { courseImports } from '../../services/contentSetup/courseImport.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { courseStates } from './courseImportWords.ts';

/** The imports of the course, newest first, each with its page. */
export function EarlierImports({ onOpen }: { onOpen: (jobId: number) => void }) {
  const { send } = useApp();
  const { language } = usePreferences();
  const { time_zone } = useUser();
  const { data, isFailed, problem, retry } = useCollection<readonly CourseImport[]>(
    (signal) => courseImports(send, signal),
    undefined,
    'collection: course imports',
  );
  if (isFailed) return <ProblemNotice problem={problem} onRetry={retry} />;
  if (!data) return <Skeleton shape="row" count={3} />;
  return (
    <DataTable
      caption={m.courseImport_earlier()}
      rows={data}
      columns={[
        {
          key: 'file_name',
          header: m.courseImport_file(),
          value: ({ file_name }) => file_name,
          isRowHeader: true,
          width: 'l',
        },
        {
          key: 'state',
          header: m.courseImport_state(),
          value: ({ state }) => courseStates[state][0](),
          look: (text, { state }) => <Badge tone={courseStates[state][1]}>{text}</Badge>,
          width: 's',
        },
        { key: 'created_by', header: m.courseImport_who(), value: ({ created_by }) => created_by },
        {
          key: 'created_at',
          header: m.courseImport_when(),
          value: ({ created_at }) => created_at,
          text: ({ created_at }) => formatMoment(created_at, language, time_zone),
        },
      ]}
      rowKey={({ job_id }) => String(job_id)}
      rowActions={({ job_id, file_name }) => (
        <Button size="small" aria-label={m.courseImport_open({ name: file_name })} onPress={() => onOpen(job_id)}>
          {m.courseImport_open_short()}
        </Button>
      )}
      hasToolbar={false}
      fileName="course-imports"
      empty={<EmptyState title={m.courseImport_none()}>{m.courseImport_none_text()}</EmptyState>}
    />
  );
}
