import { useState } from 'react';
import { type AuditEntry, audit as auditCalls } from '../../../contract/audit.ts';
import type { UserDetail } from '../../../contract/people.ts';
import { m } from '../../paraglide/messages.js';
import { DataTable } from '../../ui/DataTable.tsx';
import { Text } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { Section } from '../../ui/Page.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { useApp } from '../app.ts';
import { audit } from '../audit/audit.screen.ts';
import { auditColumns } from '../audit/auditColumns.ts';
import { loadAuditFields } from '../audit/auditWords.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { addressOf } from '../screen.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';

const mostLines = 20;
/** The page is about the user already, and who did it is named. */
const left = ['about', 'role'];

/** What was changed about the user, and by whom; or when and from where they signed in. */
export default function UserHistory({ user }: { user: UserDetail }) {
  const [kind, setKind] = useState<'changes' | 'signIn'>('changes');
  return (
    <Section
      title={m.people_history()}
      action={
        <SegmentedControl
          label={m.people_history_kind()}
          value={kind}
          options={[
            { key: 'changes', label: m.people_history_changes() },
            { key: 'signIn', label: m.people_history_signs() },
          ]}
          onChange={setKind}
        />
      }
    >
      <Lines key={kind} user={user} kind={kind} />
    </Section>
  );
}

function Lines({ user, kind }: { user: UserDetail; kind: 'changes' | 'signIn' }) {
  const { send } = useApp();
  const me = useUser();
  const { language } = usePreferences();
  const collection = useCollection(async (signal) => {
    const asked = send(
      auditCalls.auditEntries,
      {
        user_puid: me.userPuid,
        about_puid: user.user_puid,
        about_district_id: user.district_id,
        limit: mostLines,
        ...(kind === 'signIn' ? { kind } : {}),
      },
      { signal },
    );
    return (await Promise.all([asked, loadAuditFields()]))[0];
  });
  const { data } = collection;
  const all = new URLSearchParams({ filter: user.user_name, ...(kind === 'signIn' ? { kind } : {}) });
  return (
    <>
      <LoadState collection={collection} shape="row" count={3} />
      {data?.total === 0 ? <Text tone="soft">{m.people_history_none()}</Text> : null}
      {data && data.total > 0 ? (
        <DataTable<AuditEntry>
          caption={m.people_history()}
          isCaptionHidden
          hasToolbar={false}
          fileName={m.people_history()}
          rows={data.rows}
          rowKey={({ audit_id }) => String(audit_id)}
          columns={auditColumns(me, language).filter(({ key }) => !left.includes(key))}
          empty={null}
        />
      ) : null}
      {data && data.total > data.rows.length ? <Link href={`${addressOf(audit)}?${all}`}>{m.people_history_more()}</Link> : null}
    </>
  );
}
