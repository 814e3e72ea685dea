import type { LtiRefusal } from '../../../contract/lti.ts';
import { m } from '../../paraglide/messages.js';
import { loadRefusals } from '../../services/lti/lti.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { causeNames } from './ltiWords.ts';

const none: readonly LtiRefusal[] = [];

/** Why launches were refused and services failed. */
export default function Refusals({ onClose }: { onClose: () => void }) {
  const { send } = useApp();
  const { time_zone } = useUser();
  const { language } = usePreferences();
  const { data, problem, isBusy, refresh } = useCollection((signal) => loadRefusals(send, signal), undefined, 'collection: refusals');
  const columns: TableColumn<LtiRefusal>[] = [
    { key: 'platform', header: m.lti_platform(), value: ({ platform }) => platform, isRowHeader: true },
    { key: 'cause', header: m.lti_cause(), value: ({ cause }) => causeNames[cause](), width: 'l' },
    { key: 'detail', header: m.lti_detail(), value: ({ detail }) => detail },
    { key: 'at', header: m.lti_at(), value: ({ at }) => at, text: ({ at }) => formatMoment(at, language, time_zone) },
  ];
  return (
    <Dialog
      size="large"
      title={m.lti_refusals()}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={<Button onPress={onClose}>{m.ui_close()}</Button>}
    >
      {problem ? <ProblemNotice problem={problem} onRetry={refresh} /> : null}
      <DataTable
        caption={m.lti_refusals()}
        isCaptionHidden
        rows={data ?? none}
        isLoading={isBusy && data === undefined}
        columns={columns}
        rowKey={({ refusal_id }) => String(refusal_id)}
        fileName="lti-refusals"
        empty={<EmptyState title={m.lti_refusals_none()}>{m.lti_refusals_none_text()}</EmptyState>}
      />
    </Dialog>
  );
}
