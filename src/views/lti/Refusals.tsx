import type { LtiCause, LtiRefusal } from '../../../contract/lti.ts';
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

const causeNames: Readonly<Record<LtiCause, () => string>> = {
  account: m.lti_cause_account,
  algorithm: m.lti_cause_algorithm,
  audience: m.lti_cause_audience,
  deepLinking: m.lti_cause_deep_linking,
  deployment: m.lti_cause_deployment,
  expired: m.lti_cause_expired,
  inactive: m.lti_cause_inactive,
  issuer: m.lti_cause_issuer,
  keyMissing: m.lti_cause_key_missing,
  keyUnknown: m.lti_cause_key_unknown,
  keysUnavailable: m.lti_cause_keys_unavailable,
  link: m.lti_cause_link,
  malformed: m.lti_cause_malformed,
  messageType: m.lti_cause_message_type,
  nonce: m.lti_cause_nonce,
  platformError: m.lti_cause_platform_error,
  resourceLink: m.lti_cause_resource_link,
  roles: m.lti_cause_roles,
  rosterUnavailable: m.lti_cause_roster_unavailable,
  scoreRefused: m.lti_cause_score_refused,
  signature: m.lti_cause_signature,
  state: m.lti_cause_state,
  subject: m.lti_cause_subject,
  time: m.lti_cause_time,
  version: m.lti_cause_version,
};

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
      {problem ? <ProblemNotice title={m.common_load_failed()} problem={problem} onRetry={refresh} /> : null}
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
