import type { UserMessage } from '../../../contract/inbox.ts';
import { Role } from '../../../contract/kit.ts';
import type { UserData } from '../../../contract/login.ts';
import { messageMachine } from '../../machines/inbox/messageMachine.ts';
import { m } from '../../paraglide/messages.js';
import { messageActors, messageSource } from '../../services/inbox/messages.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { IconFile } from '../../ui/icons.ts';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { useChart } from '../useChart.ts';
import { inbox } from './inbox.screen.ts';
import { MessageDialog } from './MessageDialog.tsx';
import { excerptOf, subjectOf } from './messageWords.ts';

const announcements = { admin_inbox_answer_missing: m.admin_inbox_answer_missing };

function columns({ role, time_zone }: UserData, language: string, list: string): TableColumn<UserMessage>[] {
  // Shown only to users who look after several districts.
  const isProvider = role >= Role.providerAdministrator;
  return [
    { key: 'sender', header: m.admin_inbox_sender(), value: (row) => row.sender.name, isRowHeader: true },
    { key: 'text', header: m.admin_inbox_message(), value: excerptOf, width: 'l' },
    {
      key: 'subject',
      header: m.admin_inbox_subject(),
      value: subjectOf,
      look: (text, row) => <Badge tone={row.category === 'problem' ? 'warning' : 'neutral'}>{text}</Badge>,
    },
    {
      key: 'school',
      header: m.account_school(),
      value: ({ sender }) => [sender.school_name, isProvider ? sender.district_name : null].filter(Boolean).join(', '),
    },
    {
      key: 'sent',
      header: m.admin_inbox_sent_at(),
      value: (row) => row.sent_at,
      text: (row) => formatMoment(row.sent_at, language, time_zone),
      width: 's',
    },
    ...(list === 'answered'
      ? [{ key: 'answered', header: m.admin_inbox_answered_by(), value: (row: UserMessage) => row.answer?.name ?? '', width: 's' as const }]
      : []),
  ];
}

/** The dialog of one message. The browser saves a file when it is ready, and the page stays. */
function useMessage({ say, refresh, list }: RecordFrame): RecordParts<UserMessage> {
  const { send } = useApp();
  const { userPuid } = useUser();
  const chart = useChart(messageMachine, {
    actors: messageActors(send, userPuid),
    announce: announcements,
    on: {
      'file.ready': ({ path }) => window.location.assign(path),
      'answer.sent': ({ message }) => say(m.admin_inbox_answered_to({ name: message.sender.name })),
      'message.left': refresh,
    },
  });
  return {
    opens: {
      column: 'text',
      label: ({ sender }, text) => m.admin_inbox_read_of({ name: sender.name, text }),
      onOpen: (message) => chart.send({ type: 'message.opened', message }),
      mark: ({ file_name }) => (file_name === null ? null : <IconFile size="1.15em" stroke={1.75} aria-label={m.admin_inbox_has_file()} />),
    },
    dialogs: <MessageDialog chart={chart} isOfOpen={list === 'open'} />,
  };
}

/** User messages, read and answered by support staff (`admin/manageUsers/userFeedback`). */
export default recordScreen<UserMessage>({
  ...inbox,
  title: m.admin_inbox_title,
  lead: m.admin_inbox_lead,
  source: messageSource,
  nameOf: ({ sender }) => sender.name,
  columns,
  initial: { sort: null, filter: '', hidden: [] },
  lists: {
    name: 'list',
    label: m.admin_inbox_lists,
    options: { open: m.admin_inbox_open, answered: m.admin_inbox_answered },
  },
  empty: {
    title: (list) => (list === 'answered' ? m.admin_inbox_none_answered() : m.admin_inbox_none_open()),
    text: m.admin_inbox_none_text,
  },
  useParts: useMessage,
});
