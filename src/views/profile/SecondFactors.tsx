import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Factor } from '../../../contract/secondFactor.ts';
import { type FactorDeed, secondFactorsMachine } from '../../machines/secondFactor/secondFactorsMachine.ts';
import { m } from '../../paraglide/messages.js';
import { secondFactorsActors } from '../../services/secondFactor.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { formatDay } from '../dates.ts';
import { useChartMeta, useNotices, useUser } from '../hooks.ts';
import EnrollFactor from '../public/EnrollFactor.tsx';
import { RecoveryCodes } from '../public/RecoveryCodes.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import s from './profile.module.css';
import { PasswordField, TypedDialog } from './TypedDialog.tsx';

interface PartProps {
  chart: ActorRefFrom<typeof secondFactorsMachine>;
  state: SnapshotFrom<typeof secondFactorsMachine>;
}

const nothing = {};

/** Two-step sign-in of who is signed in, as the `secondFactors` chart goes. */
export default function SecondFactors() {
  const { send, actorOptions } = useApp();
  const notices = useNotices();
  const { userPuid } = useUser();
  const logic = useMemo(() => secondFactorsMachine.provide({ actors: secondFactorsActors(send, userPuid) }), [send, userPuid]);
  const chart = useActorRef(logic, actorOptions);
  useChartMeta(chart, nothing);
  const state = useSelector(chart, (snapshot) => snapshot);
  const close = useCallback(() => chart.send({ type: 'enrollment.closed' }), [chart]);
  const { outcome, problem } = state.context;
  if (state.matches('enrolling') && outcome?.challenge)
    return (
      <div className={s.form}>
        <EnrollFactor
          challenge={outcome.challenge}
          onFinished={close}
          onLeft={close}
          onEnded={(ended) => {
            notices.send({ type: 'notice.posted', kind: 'error', text: problemText(ended) });
            close();
          }}
        />
      </div>
    );
  if (state.matches('showingCodes'))
    return (
      <div className={s.form}>
        <RecoveryCodes codes={outcome?.codes ?? []} onKept={() => chart.send({ type: 'codes.kept' })} />
      </div>
    );
  if (state.matches('unloaded'))
    return <ProblemNotice title={m.common_load_failed()} problem={problem} onRetry={() => chart.send({ type: 'factors.retried' })} />;
  if (state.matches('loading')) return <Skeleton shape="text" count={3} />;
  return (
    <>
      <List chart={chart} state={state} />
      <DeedDialog chart={chart} state={state} />
    </>
  );
}

function List({ chart, state }: PartProps) {
  const choose = (deed: FactorDeed) => chart.send({ type: 'deed.chosen', deed });
  const { factors = [], recovery_codes_left = 0, is_required = false } = state.context.own ?? {};
  return (
    <Stack gap={5}>
      <Text tone="soft">{m.account_second_lead()}</Text>
      {is_required ? <Notice tone="info">{m.account_second_required()}</Notice> : null}
      {factors.length === 0 ? (
        <Text>{m.account_second_none()}</Text>
      ) : (
        <section aria-label={m.account_second_list()}>
          <ul className={s.factors}>
            {factors.map((factor) => (
              <FactorItem
                key={factor.factor_id}
                factor={factor}
                isKept={is_required && factors.length === 1}
                onChoose={(kind) => choose({ kind, factor })}
              />
            ))}
          </ul>
        </section>
      )}
      <Row>
        <Button variant={factors.length === 0 ? 'primary' : 'secondary'} onPress={() => choose({ kind: 'add' })}>
          {m.account_second_add()}
        </Button>
      </Row>
      {factors.length === 0 ? null : (
        <Stack>
          <h2>{m.account_second_codes()}</h2>
          <Text>{m.account_second_codes_left({ count: recovery_codes_left })}</Text>
          <Row>
            <Button onPress={() => choose({ kind: 'codes' })}>{m.account_second_codes_renew()}</Button>
          </Row>
        </Stack>
      )}
    </Stack>
  );
}

interface FactorItemProps {
  factor: Factor;
  /** The last one, where one is required. */
  isKept: boolean;
  onChoose: (kind: 'rename' | 'remove') => void;
}

function FactorItem({ factor, isKept, onChoose }: FactorItemProps) {
  const { language } = usePreferences();
  const { time_zone } = useUser();
  const { name, kind, created_at, last_used_at } = factor;
  const day = (iso: string) => formatDay(iso, language, time_zone);
  const kindName = kind === 'totp' ? m.account_second_totp() : m.account_second_passkey();
  const facts = [
    ...(kindName === name ? [] : [kindName]),
    m.account_second_added({ day: day(created_at) }),
    ...(last_used_at ? [m.account_second_used({ day: day(last_used_at) })] : []),
  ];
  return (
    <li>
      <div>
        <Text isBold>{name}</Text>
        <Text tone="soft">{facts.join(' · ')}</Text>
      </div>
      <Row>
        <Button size="small" variant="quiet" aria-label={m.account_second_rename_name({ name })} onPress={() => onChoose('rename')}>
          {m.account_second_rename()}
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-label={m.account_second_remove_name({ name })}
          reason={isKept ? m.account_second_kept() : null}
          onPress={() => onChoose('remove')}
        >
          {m.account_second_remove()}
        </Button>
      </Row>
    </li>
  );
}

/** What the window says for each deed. */
function wordsOf(deed: FactorDeed, isLast: boolean): { title: string; text: string | null; confirm: string } {
  if (deed.kind === 'rename')
    return { title: m.account_second_rename_name({ name: deed.factor.name }), text: null, confirm: m.account_second_save_name() };
  if (deed.kind === 'remove')
    return {
      title: m.account_second_remove_title({ name: deed.factor.name }),
      text: isLast ? m.account_second_remove_last() : m.account_second_remove_text(),
      confirm: m.account_second_remove(),
    };
  if (deed.kind === 'codes')
    return {
      title: m.account_second_codes_renew(),
      text: m.account_second_codes_renew_text(),
      confirm: m.account_second_codes_renew(),
    };
  return { title: m.account_second_add(), text: null, confirm: m.account_second_continue() };
}

/** Asks for the password, or for the new name. */
function DeedDialog({ chart, state }: PartProps) {
  const { deed, problem, own } = state.context;
  const isIncomplete = state.matches({ confirming: 'incomplete' });
  const words = deed && wordsOf(deed, own?.factors.length === 1);
  const missing = isIncomplete ? m.account_second_field_missing() : null;
  return (
    <TypedDialog
      title={words?.title ?? ''}
      text={words?.text ?? null}
      confirm={words?.confirm ?? ''}
      isDanger={deed?.kind === 'remove'}
      isOpen={deed !== null && state.hasTag('asking')}
      isBusy={state.hasTag('busy')}
      problem={state.hasTag('failed') ? problem : null}
      onSubmit={(typed) => chart.send({ type: 'deed.confirmed', typed })}
      onEdit={() => isIncomplete && chart.send({ type: 'field.edited' })}
      onClose={() => state.matches('confirming') && chart.send({ type: 'deed.cancelled' })}
    >
      {deed?.kind === 'rename' ? (
        <NativeField
          label={m.account_second_name()}
          name="typed"
          data-focus="deed-field"
          defaultValue={deed.factor.name}
          maxLength={60}
          autoComplete="off"
          error={missing}
        />
      ) : (
        <PasswordField label={m.account_current_password()} description={m.account_second_password_why()} error={missing} />
      )}
    </TypedDialog>
  );
}
