import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useLocation, useOutletContext } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { isEmail } from '../../../common/isEmail.ts';
import { administrators } from '../../../contract/kit.ts';
import { sessionFlags } from '../../machines/login/sessionFlags.ts';
import { type Profile, profileMachine } from '../../machines/profile/profileMachine.ts';
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
import { offer } from '../offer.ts';
import { paths } from '../paths.ts';
import { FormProblem } from '../public/FormParts.tsx';
import { NameField } from '../public/NameField.tsx';
import { fieldText } from '../shell/fieldText.ts';
import type { FrameContext } from '../shell/frame.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import { roleName } from '../shell/roleName.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { nameOf } from '../words.ts';
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
  profile: Profile;
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
  const { isLoading, isUnloaded, problem, profile } = useFields(chart, (snapshot) => ({
    isLoading: snapshot.hasTag('loading'),
    isUnloaded: snapshot.hasTag('unloaded'),
    problem: snapshot.context.problem,
    profile: snapshot.context.profile,
  }));
  const blocked = sessionFlags(user).isLoginAsUser ? <Notice tone="info">{m.account_acting_blocked({ name: nameOf(user) })}</Notice> : null;
  const tabs = [
    { key: 'home', label: m.account_tab_home(), content: (profile: Profile) => <Overview profile={profile} /> },
    {
      key: 'profile',
      label: m.account_tab_profile(),
      content: (profile: Profile) => blocked ?? <Details chart={chart} profile={profile} />,
    },
    {
      key: 'uploadPhoto',
      label: m.account_tab_photo(),
      content: (profile: Profile) => blocked ?? <PhotoPart chart={chart} profile={profile} />,
    },
    {
      key: 'resetPassword',
      label: m.account_tab_password(),
      content: ({ detail }: Profile) =>
        blocked ??
        (detail.has_password ? <ChangePassword userName={user.user_name} /> : <Notice tone="info">{m.account_password_none()}</Notice>),
    },
    {
      key: 'sessions',
      label: m.account_tab_sessions(),
      content: () =>
        sessionFlags(user).isLoginAsUser ? (
          <Notice tone="info">{m.account_sessions_acting({ name: nameOf(user) })}</Notice>
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
  return (
    <Page width="narrow">
      <PageHeader title={m.account_profile()} />
      {isLoading ? <Skeleton shape="card" count={1} /> : null}
      {isUnloaded ? <ProblemNotice problem={problem} onRetry={() => chart.send({ type: 'profile.retried' })} /> : null}
      {profile ? (
        <Tabs
          label={m.account_profile_parts()}
          selected={selected}
          items={tabs.map(({ key, label, content }) => ({
            key,
            label,
            href: `${paths.profile}/${key}`,
            content: key === selected ? content(profile) : null,
          }))}
        />
      ) : null}
    </Page>
  );
}

function Overview({ profile: { detail, photo } }: Pick<PartProps, 'profile'>) {
  const user = useUser();
  const name = nameOf(detail);
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

function Details({ chart, profile: { detail } }: PartProps) {
  const user = useUser();
  const [email, setEmail] = useState(detail.email ?? '');
  const [names, setNames] = useState({ first_name: detail.first_name, last_name: detail.last_name });
  const { isBusy, isSaved, isIncomplete, problem } = useFields(chart, (snapshot) => ({
    isBusy: snapshot.hasTag('saving'),
    isSaved: snapshot.hasTag('saved'),
    isIncomplete: snapshot.hasTag('fieldError'),
    problem: snapshot.hasTag('photo') ? null : snapshot.context.problem,
  }));
  if (sessionFlags(user).isStudentUser) return <Notice tone="info">{m.account_details_student()}</Notice>;
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
  const name = (key: keyof typeof names) => (
    <NameField
      name={key}
      value={names[key]}
      onChange={({ currentTarget: { value } }) => setNames((before) => ({ ...before, [key]: value }))}
      error={missing(names[key]) ?? fieldText(problem, key)}
    />
  );
  return (
    <form className={s.form} onSubmit={submit} onChange={() => offer(chart, { type: 'form.edited' })} noValidate aria-busy={isBusy}>
      {isSaved ? <Notice tone="success">{m.account_profile_saved()}</Notice> : null}
      {isIncomplete ? <FormProblem>{m.account_profile_incomplete()}</FormProblem> : null}
      {problem ? <FormProblem title={m.account_not_saved()}>{problemText(problem)}</FormProblem> : null}
      {name('first_name')}
      {name('last_name')}
      <NativeField
        label={m.account_email()}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        description={m.account_email_hint()}
        value={email}
        onChange={({ currentTarget: { value } }) => setEmail(value)}
        error={isIncomplete && email.trim() !== '' && !isEmail(email) ? m.account_email_missing() : fieldText(problem, 'email')}
      />
      {isOtherAddress && detail.has_password ? (
        <NativeField
          label={m.account_current_password()}
          name="current_password"
          type="password"
          autoComplete="current-password"
          maxLength={200}
          description={m.account_current_for_email()}
          error={fieldText(problem, 'current_password')}
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

function PhotoPart({ chart, profile: { detail, photo } }: PartProps) {
  const { isNoPicture, isRemoving, isChanged, problem } = useFields(chart, (snapshot) => ({
    isNoPicture: snapshot.hasTag('noPicture'),
    isRemoving: snapshot.hasTag('removing'),
    isChanged: snapshot.hasTag('photoChanged'),
    problem: snapshot.hasTag('details') ? null : snapshot.context.problem,
  }));
  return (
    <Stack>
      <Text tone="soft">{m.account_photo_lead()}</Text>
      {isChanged ? <Notice tone="success">{m.account_photo_changed()}</Notice> : null}
      {problem ? (
        <FormProblem title={m.account_photo_failed()}>
          {problem.refused && !problem.message ? m.account_photo_unreadable() : problemText(problem)}
        </FormProblem>
      ) : null}
      <div className={s.person}>
        <Avatar name={nameOf(detail)} size="large" photo={photoAddress(photo)} />
        {photo ? (
          <Button isPending={isRemoving} onPress={() => chart.send({ type: 'photo.removed' })}>
            {m.account_photo_remove()}
          </Button>
        ) : (
          <Text>{m.account_photo_none()}</Text>
        )}
      </div>
      <FileDrop
        label={m.account_photo_choose()}
        description={m.account_photo_hint()}
        onFiles={([file]) => file && offer(chart, { type: 'photo.chosen', picture: { type: file.type, size: file.size, file } })}
        error={isNoPicture ? m.account_no_picture() : null}
      />
    </Stack>
  );
}
