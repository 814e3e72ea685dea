import { lazy, Suspense, useState } from 'react';
import { beginningOf } from '../../../common/beginningOf.ts';
import type { UserData } from '../../../contract/login.ts';
import type { ProviderRequest } from '../../../contract/providerHelp.ts';
import { m } from '../../paraglide/messages.js';
import { requestSource } from '../../services/inbox/providerHelp.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { useUser } from '../hooks.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { askProvider } from './askProvider.screen.ts';
import s from './inbox.module.css';

// The list would be too large with the form.
const AskDialog = lazy(() => import('./AskDialog.tsx'));

/** Number of characters of a request or an answer in its row. */
const mostLetters = 120;

const columns = ({ time_zone }: UserData, language: string): TableColumn<ProviderRequest>[] => [
  {
    key: 'text',
    header: m.admin_ask_request(),
    value: ({ request_text }) => beginningOf(request_text, mostLetters),
    isRowHeader: true,
    width: 'l',
  },
  {
    key: 'state',
    header: m.account_column_state(),
    value: ({ answer }) => (answer ? m.admin_ask_answered() : m.admin_ask_open()),
    look: (text, { answer }) => <Badge tone={answer ? 'success' : 'accent'}>{text}</Badge>,
    width: 's',
  },
  {
    key: 'answer',
    header: m.admin_ask_answer(),
    value: ({ answer }) => beginningOf(answer?.text ?? '', mostLetters),
    isUnsortable: true,
    width: 'l',
  },
  { key: 'by', header: m.admin_ask_by(), value: ({ sent_by }) => sent_by },
  {
    key: 'at',
    header: m.admin_inbox_sent_at(),
    value: ({ sent_at }) => sent_at,
    text: ({ sent_at }) => formatMoment(sent_at, language, time_zone),
    width: 's',
  },
];

/** One whole request and its answer. */
function RequestDialog({ request, onClose }: { request: ProviderRequest; onClose: () => void }) {
  const { time_zone } = useUser();
  const { language } = usePreferences();
  const { request_text, file_name, sent_by, sent_at, answer } = request;
  return (
    <Dialog
      size="large"
      title={m.admin_ask_subject()}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={<Button onPress={onClose}>{m.ui_close()}</Button>}
    >
      <Stack>
        <Text tone="soft" size={2}>
          {[sent_by, formatMoment(sent_at, language, time_zone), file_name].filter(Boolean).join(' · ')}
        </Text>
        <p className={s.words}>{request_text}</p>
        {answer ? (
          <section className={s.answer} aria-label={m.admin_ask_answer()}>
            <Text tone="soft" size={2}>
              {m.admin_inbox_answer_of({ name: answer.name, when: formatMoment(answer.at, language, time_zone) })}
            </Text>
            <p className={s.words}>{answer.text}</p>
          </section>
        ) : (
          <Text tone="soft">{m.admin_ask_open()}</Text>
        )}
      </Stack>
    </Dialog>
  );
}

function useRequests({ say, refresh }: RecordFrame): RecordParts<ProviderRequest> {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const [request, setRequest] = useState<ProviderRequest | null>(null);
  return {
    more: (
      <Button variant="primary" onPress={() => setOpen(true)}>
        {m.admin_ask_new()}
      </Button>
    ),
    opens: { column: 'text', label: (_, text) => m.admin_ask_read({ text }), onOpen: setRequest },
    dialogs: (
      <>
        {request ? <RequestDialog request={request} onClose={() => setRequest(null)} /> : null}
        {isOpen === null ? null : (
          <Suspense>
            <AskDialog
              isOpen={isOpen}
              onOpenChange={setOpen}
              onDone={() => {
                say(m.admin_ask_sent());
                refresh();
              }}
            />
          </Suspense>
        )}
      </>
    ),
  };
}

/** Requests for help to the provider, and the answers (`admin/manageUsers/askOrrery`). */
export default recordScreen<ProviderRequest>({
  ...askProvider,
  title: m.admin_ask_title,
  lead: m.admin_ask_lead,
  source: requestSource,
  nameOf: ({ request_text }) => beginningOf(request_text, 40),
  columns,
  initial: { sort: { key: 'at', isDescending: true }, filter: '', hidden: [] },
  empty: { title: m.admin_ask_none, text: m.admin_ask_none_text },
  useParts: useRequests,
});
