import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { UserMessage } from '../../../contract/inbox.ts';
import { Role } from '../../../contract/kit.ts';
import { type InboxFilter, inboxMachine } from '../../machines/inbox/inboxMachine.ts';
import { m } from '../../paraglide/messages.js';
import { inboxActors } from '../../services/inbox.ts';
import { Badge } from '../../ui/Badge.tsx';
import { BareButton } from '../../ui/BareButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconFile } from '../../ui/icons.ts';
import { Row } from '../../ui/Layout.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { useApp } from '../app.ts';
import { formatMoment } from '../dates.ts';
import { useNotices, useUser } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useAddressValue } from '../tableAddress.ts';
import { useChart } from '../useChart.ts';
import s from './inbox.module.css';
import { MessageDialog } from './MessageDialog.tsx';
import { excerptOf, subjectOf } from './messageWords.ts';

const announcements = {
  common_load_failed: m.common_load_failed,
  admin_inbox_answer_missing: m.admin_inbox_answer_missing,
};

export type Inbox = ActorRefFrom<typeof inboxMachine>;
export type InboxState = SnapshotFrom<typeof inboxMachine>;

/** User messages, read and answered by support staff (`admin/manageUsers/userFeedback`), driven by the `inbox` chart. */
export default function InboxPage() {
  const [filter, setFilter] = useAddressValue('list', 'open');
  const wanted: InboxFilter = filter === 'answered' ? 'answered' : 'open';
  const { chart, state } = useInbox(wanted);
  const change = (next: InboxFilter) => {
    setFilter(next);
    chart.send({ type: 'filter.changed', filter: next });
  };
  return (
    <Page width="wide">
      <PageHeader title={m.admin_inbox_title()} lead={m.admin_inbox_lead()} />
      <SegmentedControl
        label={m.admin_inbox_lists()}
        value={state.context.filter}
        onChange={change}
        options={[
          { key: 'open', label: m.admin_inbox_open() },
          { key: 'answered', label: m.admin_inbox_answered() },
        ]}
      />
      {state.matches('unavailable') ? (
        <ProblemNotice
          title={m.common_load_failed()}
          problem={state.context.problem}
          onRetry={() => chart.send({ type: 'inbox.retried' })}
        />
      ) : (
        <Messages chart={chart} state={state} />
      )}
      <MessageDialog chart={chart} state={state} />
    </Page>
  );
}

/** Runs the chart. The browser saves a file when it is ready, and the page stays. */
function useInbox(filter: InboxFilter) {
  const { send } = useApp();
  const notices = useNotices();
  const { userPuid } = useUser();
  const [first] = useState(filter);
  const chart = useChart(inboxMachine, {
    actors: inboxActors(send, userPuid),
    input: { filter: first },
    announce: announcements,
    on: {
      'file.ready': ({ path }) => window.location.assign(path),
      'answer.sent': ({ message }) =>
        notices.send({ type: 'notice.posted', kind: 'success', text: m.admin_inbox_answered_to({ name: message.sender.name }) }),
    },
  });
  const state = useSelector(chart, (snapshot) => snapshot);
  return { chart, state };
}

function Messages({ chart, state }: { chart: Inbox; state: InboxState }) {
  const { role, time_zone } = useUser();
  const { language } = usePreferences();
  const { filter, messages, isCut } = state.context;
  // Shown only to users who look after several districts.
  const isProvider = role >= Role.providerAdministrator;
  const when = (iso: string) => formatMoment(iso, language, time_zone);
  const columns: TableColumn<UserMessage>[] = [
    { key: 'sender', header: m.admin_inbox_sender(), value: (row) => row.sender.name, isRowHeader: true },
    {
      key: 'text',
      header: m.admin_inbox_message(),
      value: excerptOf,
      width: 'l',
      look: (text, row) => (
        <>
          <BareButton
            className={s.open}
            aria-label={m.admin_inbox_read_of({ name: row.sender.name, text })}
            onPress={() => chart.send({ type: 'message.opened', message: row })}
          >
            {text}
          </BareButton>
          {row.file_name === null ? null : <IconFile size="1.15em" stroke={1.75} aria-label={m.admin_inbox_has_file()} />}
        </>
      ),
    },
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
    { key: 'sent', header: m.admin_inbox_sent_at(), value: (row) => row.sent_at, text: (row) => when(row.sent_at), width: 's' },
    ...(filter === 'answered'
      ? [{ key: 'answered', header: m.admin_inbox_answered_by(), value: (row: UserMessage) => row.answer?.name ?? '', width: 's' as const }]
      : []),
  ];
  return (
    <div className={s.list} data-focus="messages" tabIndex={-1}>
      <DataTable
        caption={m.admin_inbox_title()}
        isCaptionHidden
        rows={messages}
        columns={columns}
        rowKey={(row) => `${row.district_id}.${row.message_id}`}
        isLoading={state.matches('loading')}
        fileName="messages"
        empty={
          <EmptyState title={filter === 'open' ? m.admin_inbox_none_open() : m.admin_inbox_none_answered()}>
            {m.admin_inbox_none_text()}
          </EmptyState>
        }
      />
      {state.matches({ browsing: 'stuck' }) ? (
        <ProblemNotice title={m.common_load_failed()} problem={state.context.problem} focus="more-problem" />
      ) : null}
      {isCut && !state.matches('loading') ? (
        <Row justify="center">
          <Button isPending={state.matches({ browsing: 'continuing' })} onPress={() => chart.send({ type: 'more.asked' })}>
            {m.admin_inbox_more()}
          </Button>
        </Row>
      ) : null}
    </div>
  );
}
