import { useSelector } from '@xstate/react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useLocation, useOutletContext } from 'react-router-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { administrators } from '../../../contract/kit.ts';
import { isEmail } from '../../machines/formRules.ts';
import { sessionFlags } from '../../machines/login/sessionFlags.ts';
import { profileMachine } from '../../machines/profile/profileMachine.ts';
import { m } from '../../paraglide/messages.js';
import { profileActors } from '../../services/profile.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useApp } from '../app.ts';
import { useSession, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { FormProblem } from '../public/FormParts.tsx';
import { fieldText } from '../shell/fieldText.ts';
import type { FrameContext } from '../shell/frame.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import { roleName } from '../shell/roleName.ts';
import { useChart } from '../useChart.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { photoAddress } from './photoAddress.ts';
import s from './profile.module.css';

const OwnSessions = lazy(() => import('./OwnSessions.tsx'));
/** For administrators only. */
const SecondFactors = lazy(() => import('../secondFactor/SecondFactors.tsx'));

const announcements = {
  account_profile_saved: m.account_profile_saved,
  account_photo_changed: m.account_photo_changed,
  account_profile_incomplete: m.account_profile_incomplete,
  account_no_picture: m.account_no_picture,
};

interface PartProps {
  chart: ActorRefFrom<typeof profileMachine>;
  state: SnapshotFrom<typeof profileMachine>;
}

/** The user's own account in parts, each with an address (specification, section 2: profileSettings), driven by the `profile` chart. */
export default function ProfilePage() {
  const { send } = useApp();
  const session = useSession();
  const user = useUser();
  const { pathname } = useLocation();
  const frame = useOutletContext<FrameContext | undefined>();
  const chart = useChart(profileMachine, {
    actors: profileActors(send, user.userPuid),
    announce: announcements,
    on: {
      // The token contains the name: a refreshed token brings the new one to every screen.
      'details.saved': () => session.send({ type: 'clock.checked', refreshIn: 0 }),
      'photo.changed': () => frame?.refreshPhoto(),
    },
  });
  const state = useSelector(chart, (snapshot) => snapshot);

  const part = { chart, state };
  const blocked = sessionFlags(user).isLoginAsUser ? (
    <Notice tone="info">{m.account_acting_blocked({ name: `${user.first_name} ${user.last_name}` })}</Notice>
  ) : null;
  const { profile, problem } = state.context;
  const tabs = [
    { key: 'home', label: m.account_tab_home(), content: () => <Overview {...part} /> },
    { key: 'profile', label: m.account_tab_profile(), content: () => blocked ?? <Details {...part} /> },
    { key: 'uploadPhoto', label: m.account_tab_photo(), content: () => blocked ?? <PhotoPart {...part} /> },
    {
      key: 'resetPassword',
      label: m.account_tab_password(),
      content: () =>
        blocked ??
        (profile?.detail.has_password ? (
          <ChangePassword userName={user.user_name} />
        ) : (
          <Notice tone="info">{m.account_password_none()}</Notice>
        )),
    },
    {
      key: 'sessions',
      label: m.account_tab_sessions(),
      content: () =>
        sessionFlags(user).isLoginAsUser ? (
          <Notice tone="info">{m.account_sessions_acting({ name: `${user.first_name} ${user.last_name}` })}</Notice>
        ) : (
          <Suspense fallback={<Skeleton shape="text" count={3} />}>
            <OwnSessions />
          </Suspense>
        ),
    },
    ...(administrators.some((role) => role === user.role)
      ? [
          {
            key: 'twoStep',
            label: m.account_tab_second(),
            content: () =>
              blocked ?? (
                <Suspense fallback={<Skeleton shape="text" count={3} />}>
                  <SecondFactors />
                </Suspense>
              ),
          },
        ]
      : []),
  ];
  const selected = pathname.split('/').at(-1) ?? '';
  const isShown = (key: string) => key === selected && profile !== null;
  return (
    <Page width="narrow">
      <PageHeader title={m.account_profile()} />
      {state.matches('loading') ? <Skeleton shape="card" count={1} /> : null}
      {state.matches('unloaded') ? (
        <ProblemNotice title={m.common_load_failed()} problem={problem} onRetry={() => chart.send({ type: 'profile.retried' })} />
      ) : null}
      {state.hasTag('loaded') ? (
        <Tabs
          label={m.account_profile_parts()}
          selected={selected}
          items={tabs.map(({ key, label, content }) => ({
            key,
            label,
            href: `${paths.profile}/${key}`,
            content: isShown(key) ? content() : null,
          }))}
        />
      ) : null}
    </Page>
  );
}

function Overview({ state }: PartProps) {
  const user = useUser();
  const profile = state.context.profile;
  if (!profile) return null;
  const { detail, photo } = profile;
  const name = `${detail.first_name} ${detail.last_name}`;
  const facts: [label: string, value: string | null][] = [
    [m.account_user_name(), detail.user_name],
    [m.account_column_role(), roleName(user.role)],
    [m.account_school(), detail.school_name],
    [m.account_district(), detail.district_name],
    [m.account_grade_label(), detail.grade],
    [m.account_email(), detail.email ?? m.account_email_none()],
  ];
  return (
    <Stack gap={5}>
      <div className={s.person}>
        <Avatar name={name} size="large" photo={photoAddress(photo)} />
        <Text size={4} isBold>
          {name}
        </Text>
      </div>
      <dl className={s.facts} aria-label={m.account_profile_member()}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label}.value`}>{value}</dd>])}
      </dl>
    </Stack>
  );
}

function Details({ state, chart }: PartProps) {
  const user = useUser();
  const detail = state.context.profile?.detail;
  const [email, setEmail] = useState(detail?.email ?? '');
  const [names, setNames] = useState({ first_name: detail?.first_name ?? '', last_name: detail?.last_name ?? '' });
  if (!detail) return null;
  if (sessionFlags(user).isStudentUser) return <Notice tone="info">{m.account_details_student()}</Notice>;
  const showing = (name: 'saved' | 'incomplete' | 'refused' | 'unreachable') => state.matches({ showing: name });
  const isBusy = state.matches('savingDetails');
  const refusal = showing('refused') ? state.context.problem : null;
  const isIncomplete = showing('incomplete');
  const isOtherAddress = email.trim().toLowerCase() !== (detail.email ?? '').toLowerCase();
  const missing = (value: string) => (isIncomplete && value.trim() === '' ? m.account_field_missing() : null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    chart.send({
      type: 'details.submitted',
      entry: { ...names, email, current_password: String(typed.get('current_password') ?? '') },
    });
  };
  const name = (key: keyof typeof names, label: string, autoComplete: string) => (
    <NativeField
      label={label}
      name={key}
      autoComplete={autoComplete}
      maxLength={60}
      value={names[key]}
      onChange={({ currentTarget: { value } }) => setNames((before) => ({ ...before, [key]: value }))}
      error={missing(names[key]) ?? fieldText(refusal, key)}
    />
  );
  return (
    <form
      className={s.form}
      onSubmit={submit}
      onChange={() => isIncomplete && chart.send({ type: 'form.edited' })}
      noValidate
      aria-busy={isBusy}
    >
      {showing('saved') ? <Notice tone="success">{m.account_profile_saved()}</Notice> : null}
      {isIncomplete ? <FormProblem>{m.account_profile_incomplete()}</FormProblem> : null}
      {showing('refused') || showing('unreachable') ? (
        <FormProblem title={m.account_not_saved()}>{state.context.problem ? problemText(state.context.problem) : null}</FormProblem>
      ) : null}
      {name('first_name', m.account_first_name(), 'given-name')}
      {name('last_name', m.account_last_name(), 'family-name')}
      <NativeField
        label={m.account_email()}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        description={m.account_email_hint()}
        value={email}
        onChange={({ currentTarget: { value } }) => setEmail(value)}
        error={isIncomplete && email.trim() !== '' && !isEmail(email) ? m.account_email_missing() : fieldText(refusal, 'email')}
      />
      {isOtherAddress && detail.has_password ? (
        <NativeField
          label={m.account_current_password()}
          name="current_password"
          type="password"
          autoComplete="current-password"
          maxLength={200}
          description={m.account_current_for_email()}
          error={fieldText(refusal, 'current_password')}
        />
      ) : null}
      <Row>
        <Button type="submit" variant="primary" isPending={isBusy}>
          {m.account_profile_save()}
        </Button>
      </Row>
    </form>
  );
}

function PhotoPart({ state, chart }: PartProps) {
  const profile = state.context.profile;
  if (!profile) return null;
  const { detail, photo } = profile;
  const showing = (name: 'noPicture' | 'photoRefused' | 'unreachable' | 'photoChanged') => state.matches({ showing: name });
  const { problem } = state.context;
  const isUnreadable = showing('photoRefused') && !problem?.message;
  return (
    <Stack>
      <Text tone="soft">{m.account_photo_lead()}</Text>
      {showing('photoChanged') ? <Notice tone="success">{m.account_photo_changed()}</Notice> : null}
      {showing('photoRefused') || showing('unreachable') ? (
        <FormProblem title={m.account_photo_failed()}>
          {isUnreadable ? m.account_photo_unreadable() : problem ? problemText(problem) : null}
        </FormProblem>
      ) : null}
      <div className={s.person}>
        <Avatar name={`${detail.first_name} ${detail.last_name}`} size="large" photo={photoAddress(photo)} />
        {photo ? (
          <Button isPending={state.matches('removingPhoto')} onPress={() => chart.send({ type: 'photo.removed' })}>
            {m.account_photo_remove()}
          </Button>
        ) : (
          <Text>{m.account_photo_none()}</Text>
        )}
      </div>
      <FileDrop
        label={m.account_photo_choose()}
        description={m.account_photo_hint()}
        onFiles={([file]) =>
          file && !state.hasTag('busy') && chart.send({ type: 'photo.chosen', picture: { type: file.type, size: file.size, file } })
        }
        error={showing('noPicture') ? m.account_no_picture() : null}
      />
    </Stack>
  );
}
