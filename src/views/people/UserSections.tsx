import type { UserDetail } from '../../../contract/people.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { formatDay, formatMoment } from '../../ui/dateFormats.ts';
import { Grid, Stack, Text } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { Section } from '../../ui/Page.tsx';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { RosterPlaces } from '../rostering/RosterPlaces.tsx';
import { SourceFields } from '../rostering/SourceFields.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { roleName } from '../shell/roleName.ts';

type ClassRow = UserDetail['classes'][number];
type SessionRow = UserDetail['sessions'][number];
type Identity = UserDetail['identities'][number];

/** The profile says it in sentences, which would load with both screens. */
const wayNames = {
  password: m.people_sign_in_password,
  login_code: m.rostering_code,
  two_step: m.people_second_step,
  single_sign_on: m.people_sign_in_single,
};
const deviceName = ({ browser, system }: SessionRow) => [browser, system].filter(Boolean).join(' · ') || m.people_device_unknown();

/** Formats instants for the signed-in user. */
function useMoments() {
  const { language } = usePreferences();
  const { time_zone } = useUser();
  return {
    moment: (at: string) => formatMoment(at, language, time_zone),
    day: (at: string) => formatDay(at, language, time_zone),
  };
}

interface UserSectionsProps {
  user: UserDetail;
  onEnd: (session: { session_id: number; device: string }) => void;
  /** Why sessions cannot be ended; null if they can. */
  endReason: string | null;
}

/** The account, and its classes, sessions and single sign-ons. */
export function UserSections({ user, onEnd, endReason }: UserSectionsProps) {
  const { districtID } = useUser();
  const { moment, day } = useMoments();
  const { has_password, login_code_made_at, identities } = user;
  const ways = [
    ...(login_code_made_at
      ? [m.people_sign_in_code({ when: day(login_code_made_at) })]
      : has_password
        ? [m.people_sign_in_password()]
        : []),
    ...(identities.length > 0 ? [m.people_sign_in_single()] : []),
  ];
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    [m.account_user_name(), user.user_name],
    [m.rostering_email(), user.email ?? m.people_none()],
    [m.account_column_role(), roleName(user.role)],
    [m.account_school(), user.school_name],
    [m.rostering_grade(), user.grade],
    [m.rostering_student_id(), user.student_id],
    [m.people_sourced_id(), user.sourced_id],
    [m.people_sign_in(), ways.join(', ') || m.people_sign_in_none()],
    [m.people_second_step(), user.has_second_factor ? m.people_second_step_on() : null],
    [m.people_last_sign_in(), user.last_sign_in_at ? moment(user.last_sign_in_at) : m.people_never()],
    [m.people_created(), day(user.created_at)],
  ];
  return (
    <>
      <Section title={m.people_facts()}>
        <Grid min="s" gap={3}>
          {facts.map(([label, value]) =>
            value ? (
              <Stack key={label} gap={0}>
                <Text tone="soft" size={2}>
                  {label}
                </Text>
                <Text>{value}</Text>
              </Stack>
            ) : null,
          )}
        </Grid>
      </Section>
      {user.places.length > 0 ? <RosterPlaces places={user.places} /> : null}
      <SourceFields fields={user.metadata} />
      <Section title={m.people_classes()}>
        {user.classes.length === 0 ? (
          <Text tone="soft">{m.people_classes_none()}</Text>
        ) : (
          <DataTable<ClassRow>
            caption={m.people_classes()}
            isCaptionHidden
            hasToolbar={false}
            fileName={m.people_classes()}
            rows={user.classes}
            rowKey={({ group_puid }) => String(group_puid)}
            columns={[
              {
                key: 'name',
                header: m.people_column_class(),
                value: ({ name }) => name,
                // The classes of other districts have no page here.
                look: (text, { group_puid }) =>
                  user.district_id === districtID ? (
                    <Link look="plain" href={paths.group(group_puid)}>
                      {text}
                    </Link>
                  ) : (
                    text
                  ),
                isRowHeader: true,
                width: 'l',
              },
              {
                key: 'role',
                header: m.people_in_class(),
                value: ({ role }) => (role === 'teacher' ? m.common_role_teacher() : m.common_role_student()),
              },
              { key: 'school', header: m.account_school(), value: ({ school_name }) => school_name },
              {
                key: 'state',
                header: m.account_column_state(),
                value: ({ active }) => (active ? m.people_class_now() : m.people_class_before()),
                width: 's',
              },
            ]}
            empty={null}
          />
        )}
      </Section>
      {endReason === null ? (
        <Section title={m.people_sessions()}>
          {user.sessions.length === 0 ? (
            <Text tone="soft">{m.people_sessions_none()}</Text>
          ) : (
            <DataTable<SessionRow>
              caption={m.people_sessions()}
              isCaptionHidden
              hasToolbar={false}
              fileName={m.people_sessions()}
              rows={user.sessions}
              rowKey={({ session_id }) => String(session_id)}
              columns={[
                { key: 'device', header: m.people_device(), value: deviceName, isRowHeader: true, width: 'l' },
                { key: 'way', header: m.people_sign_in(), value: ({ way }) => (way === null ? '' : wayNames[way]()) },
                {
                  key: 'since',
                  header: m.people_session_since(),
                  value: ({ started_at }) => started_at,
                  text: ({ started_at }) => moment(started_at),
                },
                {
                  key: 'used',
                  header: m.people_session_used(),
                  value: ({ last_used_at }) => last_used_at,
                  text: ({ last_used_at }) => moment(last_used_at),
                },
              ]}
              rowActions={(session) => (
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={m.people_session_end_of({ device: deviceName(session) })}
                  onPress={() => onEnd({ session_id: session.session_id, device: deviceName(session) })}
                >
                  {m.people_session_end()}
                </Button>
              )}
              empty={null}
            />
          )}
        </Section>
      ) : null}
      {identities.length > 0 ? (
        <Section title={m.people_identities()}>
          <DataTable<Identity>
            caption={m.people_identities()}
            isCaptionHidden
            hasToolbar={false}
            fileName={m.people_identities()}
            rows={identities}
            rowKey={({ provider, issuer, subject }) => `${provider} ${issuer} ${subject}`}
            columns={[
              { key: 'issuer', header: m.people_identity_issuer(), value: ({ issuer }) => issuer, isRowHeader: true, width: 'l' },
              { key: 'subject', header: m.people_identity_subject(), value: ({ subject }) => subject },
              {
                key: 'linked',
                header: m.people_identity_linked(),
                value: ({ linked_at }) => linked_at,
                text: ({ linked_at }) => day(linked_at),
              },
            ]}
            empty={null}
          />
        </Section>
      ) : null}
    </>
  );
}
