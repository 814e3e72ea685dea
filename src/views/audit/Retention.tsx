import { may } from '../../../common/may.ts';
import { audit, auditYears } from '../../../contract/audit.ts';
import { m } from '../../paraglide/messages.js';
import { setAuditYears } from '../../services/audit/entries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices, useUser } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';

type Years = (typeof auditYears)[number] | null;
const forGood = 'all';
const yearsText = (years: Years): string => (years === null ? m.audit_kept_for_good() : m.audit_kept_for({ count: years }));

/** How long the district keeps its audit, and for those who may set it, a choice. It asks first: what is removed is gone. */
export function Retention() {
  const { send } = useApp();
  const user = useUser();
  const notices = useNotices();
  const kept = useCollection((signal) => send(audit.auditRetention, { user_puid: user.userPuid }, { signal, quiet: true }));
  const command = useCommand('auditRetention', (years: Years, { signal }) => setAuditYears(send, user.userPuid, years, signal), {
    question: 'plain',
    onDone: () => {
      notices.send({ type: 'notice.posted', kind: 'success', text: m.audit_kept_saved() });
      kept.refresh();
    },
  });
  if (!kept.data) return null;
  const { years } = kept.data;
  if (!may(user, audit.updateAuditRetention))
    return <Text tone="soft">{`${m.audit_kept()}: ${yearsText(years)}. ${m.audit_kept_help()}`}</Text>;
  return (
    <Stack gap={1}>
      <NativeSelect
        label={m.audit_kept()}
        placeholder={m.audit_kept_for_good()}
        value={String(years ?? forGood)}
        options={[null, ...auditYears].map((one) => ({ key: String(one ?? forGood), label: yearsText(one) }))}
        onChange={(key) => command.give(auditYears.find((one) => String(one) === key) ?? null)}
      />
      <Text tone="soft" size={2}>
        {m.audit_kept_help()}
      </Text>
      {command.isAsking ? (
        <ConfirmDialog
          isOpen
          isDanger
          title={m.audit_kept_question()}
          confirmLabel={m.records_save()}
          isPending={command.isSaving}
          onConfirm={() => command.confirm()}
          onOpenChange={(isOpen) => !isOpen && command.dismissQuestion()}
          error={command.problem ? problemText(command.problem) : null}
        >
          <Text isBold>{yearsText(command.order ?? null)}</Text>
          <Text>{m.audit_kept_text()}</Text>
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}
