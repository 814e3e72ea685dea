import { rostering } from '../../../contract/rostering.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { downloadBlob, downloadText } from '../../ui/download.ts';
import { IconDownload } from '../../ui/icons.ts';
import { Row } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useNotices, useUser } from '../hooks.ts';

/** Templates to download. */
export function Templates({ first }: { first: 'empty' | 'students' }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const notices = useNotices();
  const download = async (with_students: boolean) => {
    const { file_name, content } = await send(rostering.rosterTemplate, { userPuid, with_students });
    downloadText(file_name, 'text/csv', content);
  };
  const downloadWorkbook = async () => {
    try {
      const { simpleWorkbook } = await import('../../services/rostering/rosterWorkbook.ts');
      downloadBlob('students-template.xlsx', await simpleWorkbook([]));
    } catch {
      notices.send({ type: 'notice.posted', kind: 'error', text: m.rostering_template_failed() });
    }
  };
  const buttons = [
    <Button key="empty" icon={IconDownload} variant="quiet" onPress={() => void download(false).catch(() => {})}>
      {m.rostering_template()}
    </Button>,
    <Button key="workbook" icon={IconDownload} variant="quiet" onPress={() => void downloadWorkbook()}>
      {m.rostering_template_excel()}
    </Button>,
    <Button key="students" icon={IconDownload} variant="quiet" onPress={() => void download(true).catch(() => {})}>
      {m.rostering_template_students()}
    </Button>,
  ];
  return <Row>{first === 'empty' ? buttons : buttons.toReversed()}</Row>;
}
