import { may } from '../../../common/may.ts';
import { type Erasure, privacy } from '../../../contract/privacy.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { peopleHome } from '../people/peopleHome.screen.ts';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { roleName } from '../shell/roleName.ts';
import { nameOf } from '../words.ts';
import { personPrivacy } from './personPrivacy.screen.ts';
import { Retention } from './Retention.tsx';
import { useArchive } from './useArchive.ts';

/** Privacy of a district (`admin/privacy`): how long data is kept, erasures that wait, and the archive of the district. */
export default function PrivacyHomePage() {
  const { send } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const input = { user_puid: user.userPuid };
  const archive = useArchive();
  const collection = useCollection(async (signal) => {
    const [kept, erasures] = await Promise.all([send(privacy.retention, input, { signal }), send(privacy.erasures, input, { signal })]);
    return { kept, erasures };
  });
  return (
    <LoadedPage
      collection={collection}
      title={m.privacy_title()}
      lead={m.privacy_lead()}
      breadcrumbs={[{ label: m.people_home_title(), href: addressOf(peopleHome) }]}
      shape="row"
      count={6}
      above={archive.problem ? <Notice tone="error">{problemText(archive.problem)}</Notice> : null}
    >
      {({ kept, erasures }) => (
        <>
          <Section title={m.privacy_erasures()}>
            {erasures.length === 0 ? (
              <Text tone="soft">{m.privacy_erasures_none()}</Text>
            ) : (
              <DataTable<Erasure>
                caption={m.privacy_erasures()}
                isCaptionHidden
                hasToolbar={false}
                fileName={m.privacy_erasures()}
                rows={erasures}
                rowKey={({ district_id, user_puid }) => `${district_id} ${user_puid}`}
                columns={[
                  {
                    key: 'name',
                    header: m.account_column_name(),
                    value: nameOf,
                    look: (text, { district_id, user_puid }) => (
                      <Link look="plain" href={addressOf(personPrivacy, district_id, user_puid)}>
                        {text}
                      </Link>
                    ),
                    isRowHeader: true,
                    width: 'l',
                  },
                  { key: 'role', header: m.account_column_role(), value: ({ role }) => roleName(role) },
                  { key: 'by', header: m.privacy_requested_by(), value: ({ requested_by }) => requested_by },
                  {
                    key: 'due',
                    header: m.privacy_due(),
                    value: ({ due_at }) => due_at,
                    text: ({ due_at }) => formatMoment(due_at, language, user.time_zone),
                  },
                ]}
                empty={null}
              />
            )}
          </Section>
          <Section title={m.privacy_kept()}>
            <Retention rows={kept} refresh={collection.refresh} />
          </Section>
          {may(user, privacy.archiveDistrict) ? (
            <Section title={m.privacy_archive_district()}>
              <Text>{m.privacy_archive_text()}</Text>
              <Row>
                <Button isPending={archive.isSaving} onPress={() => archive.give(null)}>
                  {m.privacy_archive()}
                </Button>
              </Row>
            </Section>
          ) : null}
        </>
      )}
    </LoadedPage>
  );
}
