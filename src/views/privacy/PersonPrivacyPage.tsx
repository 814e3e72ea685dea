import { useParams } from 'react-router-dom';
import { may } from '../../../common/may.ts';
import { type ErasurePlan, erasureDays, privacy } from '../../../contract/privacy.ts';
import { m } from '../../paraglide/messages.js';
import { whom } from '../../services/account/users.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Section } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { user as userScreen } from '../people/user.screen.ts';
import { decodeIds } from '../routeValue.ts';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';
import { nameOf } from '../words.ts';
import { dataNames, reasonNames } from './privacyWords.ts';
import { useArchive } from './useArchive.ts';

type KindRow = ErasurePlan['kinds'][number];

/** The data of one person (`admin/manageUsers/privacy`): an archive of it, and its erasure with the numbers before. */
export default function PersonPrivacyPage() {
  const { value } = useParams();
  const [district_id, user_puid] = decodeIds(value, 2) as [number, number];
  return <Person key={value} named={{ district_id, user_puid }} />;
}

function Person({ named }: { named: { district_id: number; user_puid: number } }) {
  const { send } = useApp();
  const me = useUser();
  const notices = useNotices();
  const { language } = usePreferences();
  const say = (text: string) => notices.send({ type: 'notice.posted', kind: 'success', text });
  const collection = useCollection((signal) => send(privacy.erasurePlan, whom(me.userPuid, named), { signal }));
  const { data: plan, refresh } = collection;
  const archive = useArchive();
  const erasure = useCommand(
    'erasure',
    ({ user_name }: ErasurePlan, { signal }) => send(privacy.requestErasure, { ...whom(me.userPuid, named), user_name }, { signal }),
    {
      question: 'plain',
      onDone: (one) => {
        say(m.privacy_erasure_requested({ name: nameOf(one) }));
        refresh();
      },
    },
  );
  const keeping = useCommand(
    'erasureCallOff',
    (_: ErasurePlan, { signal }) => send(privacy.callOffErasure, whom(me.userPuid, named), { signal }),
    {
      onDone: (one) => {
        say(m.privacy_called_off_done({ name: nameOf(one) }));
        refresh();
      },
    },
  );
  const name = plan ? nameOf(plan) : '';
  const reason = may(me, privacy.requestErasure) ? null : m.refusal_notWhileActing();
  const waits = plan?.erasure;
  return (
    <LoadedPage
      collection={collection}
      width="wide"
      title={plan ? m.privacy_person_title({ name }) : m.privacy_person()}
      breadcrumbs={[
        { label: m.account_users_title(), href: paths.manageUsers },
        { label: name || m.account_users_title(), href: addressOf(userScreen, named.district_id, named.user_puid) },
      ]}
      shape="text"
      count={6}
      above={
        <>
          {waits ? (
            <Notice
              tone="warning"
              action={
                <Button size="small" isPending={keeping.isSaving} reason={reason} onPress={() => plan && keeping.give(plan)}>
                  {m.privacy_call_off()}
                </Button>
              }
            >
              {m.privacy_waits({ when: formatMoment(waits.due_at, language, me.time_zone), by: waits.requested_by })}
            </Notice>
          ) : null}
          {keeping.problem ? <Notice tone="error">{problemText(keeping.problem)}</Notice> : null}
          {archive.problem ? <Notice tone="error">{problemText(archive.problem)}</Notice> : null}
        </>
      }
    >
      {(one) => (
        <>
          <Section title={m.privacy_archive_person()}>
            <Text>{m.privacy_archive_text()}</Text>
            <Row>
              <Button isPending={archive.isSaving} reason={reason} onPress={() => archive.give(named)}>
                {m.privacy_archive()}
              </Button>
            </Row>
          </Section>
          <Section title={m.privacy_erasure()}>
            <Text>{m.privacy_erasure_text({ days: formatNumber(erasureDays) })}</Text>
            <DataTable<KindRow>
              caption={m.privacy_erasure_numbers()}
              hasToolbar={false}
              fileName={m.privacy_erasure_numbers()}
              rows={one.kinds}
              rowKey={({ kind }) => kind}
              columns={[
                { key: 'kind', header: m.privacy_kind(), value: ({ kind }) => dataNames[kind](), isRowHeader: true, width: 'l' },
                {
                  key: 'deleted',
                  header: m.privacy_deleted(),
                  value: ({ deleted }) => deleted,
                  text: ({ deleted }) => formatNumber(deleted),
                },
                {
                  key: 'detached',
                  header: m.privacy_detached(),
                  value: ({ detached }) => detached,
                  text: ({ detached }) => formatNumber(detached),
                },
                { key: 'kept', header: m.privacy_stays(), value: ({ kept }) => kept, text: ({ kept }) => formatNumber(kept) },
                {
                  key: 'why',
                  header: m.privacy_why(),
                  value: ({ reasons }) => reasons.map((why) => reasonNames[why]()).join(' '),
                  width: 'l',
                },
              ]}
              empty={null}
            />
            {one.erasure ? null : (
              <Row>
                <Button variant="danger" reason={reason} onPress={() => erasure.give(one)}>
                  {m.privacy_erase()}
                </Button>
              </Row>
            )}
          </Section>
          <ConfirmDialog
            isOpen={erasure.isAsking}
            isDanger
            title={m.privacy_erase_question({ name })}
            confirmLabel={m.privacy_erase()}
            typed={one.user_name}
            isPending={erasure.isSaving}
            onConfirm={() => erasure.confirm()}
            onOpenChange={(isOpen) => !isOpen && erasure.dismissQuestion()}
            error={erasure.problem ? problemText(erasure.problem) : null}
          >
            <Text>{m.privacy_erase_text({ days: formatNumber(erasureDays) })}</Text>
          </ConfirmDialog>
        </>
      )}
    </LoadedPage>
  );
}
