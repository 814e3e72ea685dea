import { fieldsOf } from '../../../contract/rostering/job.ts';
import { rostering } from '../../../contract/rostering.ts';
import { userBatch } from '../../../contract/userBatch.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { downloadBlob, downloadText } from '../../ui/download.ts';
import { IconDownload } from '../../ui/icons.ts';
import { Row } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useNotices, useUser } from '../hooks.ts';
import type { ImportKind } from './importKinds.ts';

/** Templates to download: empty, or with the people that the user looks after. */
export function Templates({ first, mode }: { first: 'empty' | 'people'; mode: ImportKind['mode'] }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const notices = useNotices();
  const isOfIds = mode === 'newIds';
  const download = async (isFilled: boolean) => {
    const { file_name, content } = isOfIds
      ? await send(userBatch.userIdList, { user_puid: userPuid, with_people: isFilled })
      : await send(rostering.rosterTemplate, { userPuid, with_students: isFilled });
    downloadText(file_name, 'text/csv', content);
  };
  const downloadWorkbook = async () => {
    try {
      const { simpleWorkbook } = await import('../../services/rostering/rosterWorkbook.ts');
      downloadBlob(isOfIds ? 'new-usernames-template.xlsx' : 'students-template.xlsx', await simpleWorkbook(fieldsOf(mode), []));
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
    <Button key="people" icon={IconDownload} variant="quiet" onPress={() => void download(true).catch(() => {})}>
      {isOfIds ? m.rostering_template_people() : m.rostering_template_students()}
    </Button>,
  ];
  return <Row>{first === 'empty' ? buttons : buttons.toReversed()}</Row>;
}
