import { useNavigate } from 'react-router-dom';
import { courseImport } from '../../../contract/courseImport.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';

import { useApp } from '../app.ts';
import { usageReportDownload } from '../exports/usageReportDownload.screen.ts';
import { addressOf } from '../screen.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';

/** Starts an export of the catalog as a folder, and opens its page among the caller's exports. */
export function CourseExport() {
  const { send } = useApp();
  const navigate = useNavigate();
  const { give, isSaving, problem } = useCommand('courseExport', (_: null, { signal }) => send(courseImport.exportCourse, {}, { signal }), {
    onDone: (_, { job_id }) => void navigate(addressOf(usageReportDownload, job_id)),
  });
  return (
    <Section title={m.courseExport_title()}>
      <Text>{m.courseExport_text()}</Text>
      {problem ? <Notice tone="error">{problemText(problem)}</Notice> : null}
      <Row>
        <Button icon={IconDownload} isPending={isSaving} onPress={() => give(null)}>
          {m.courseExport_start()}
        </Button>
      </Row>
    </Section>
  );
}
