import { type Factor, type SecondFactors, secondFactor } from '../../../contract/secondFactor.ts';
import { m } from '../../paraglide/messages.js';
import { changeFactors, type FactorChange } from '../../services/secondFactor.ts';
import { Button } from '../../ui/Button.tsx';
import { formatDay } from '../../ui/dateFormats.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices, useUser } from '../hooks.ts';
import s from '../profile/profile.module.css';
import { PasswordField, TypedDialog } from '../profile/TypedDialog.tsx';
import { fieldText } from '../shell/fieldText.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { type Command, useCommand } from '../useCommand.ts';
import EnrollFactor from './EnrollFactor.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** The signed-in user's two-step sign-in. */
export default function OwnFactors() {
  const { send } = useApp();
  const notices = useNotices();
  const { userPuid } = useUser();
  const factors = useCollection((signal) => send(secondFactor.secondFactors, { user_puid: userPuid }, { signal }));
  const change = useCommand('secondFactors', (one: FactorChange, call) => changeFactors(send, userPuid, one, call), {
    question: 'plain',
    onDone: (_, { challenge, codes }) => {
      if (!challenge && !codes) factors.refresh();
    },
  });
  const close = () => {
    change.dismiss();
    factors.refresh();
  };
  const { data: own } = factors;
  const { challenge, codes } = change.result ?? {};
  if (challenge)
    return (
      <div className={s.form}>
        <EnrollFactor
          challenge={challenge}
          onFinished={close}
          onLeft={close}
          onEnded={(ended) => {
            notices.send({ type: 'notice.posted', kind: 'error', text: problemText(ended) });
            close();
          }}
        />
      </div>
    );
  if (codes)
    return (
      <div className={s.form}>
        <RecoveryCodes codes={codes} focus="command-result" onKept={close} />
      </div>
    );
  return (
    <>
      <LoadState collection={factors} shape="text" count={3} />
      {own ? (
        <>
          <List own={own} onChoose={change.give} />
          <ChangeDialog own={own} change={change} />
        </>
      ) : null}
    </>
  );
}

function List({ own, onChoose: choose }: { own: SecondFactors; onChoose: (change: FactorChange) => void }) {
  const { factors, recovery_codes_left, is_required } = own;
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
  /** The last factor cannot be removed where one is required. */
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

/** Dialog texts for each change. */
function wordsOf(change: FactorChange, isLast: boolean): { title: string; text: string | null; confirm: string } {
  if (change.kind === 'rename')
    return { title: m.account_second_rename_name({ name: change.factor.name }), text: null, confirm: m.account_second_save_name() };
  if (change.kind === 'remove')
    return {
      title: m.account_second_remove_title({ name: change.factor.name }),
      text: isLast ? m.account_second_remove_last() : m.account_second_remove_text(),
      confirm: m.account_second_remove(),
    };
  if (change.kind === 'codes')
    return {
      title: m.account_second_codes_renew(),
      text: m.account_second_codes_renew_text(),
      confirm: m.account_second_codes_renew(),
    };
  return { title: m.account_second_add(), text: null, confirm: m.account_second_continue() };
}

/** Asks for the password, or for the new name. */
function ChangeDialog({ own, change }: { own: SecondFactors; change: Command<FactorChange, unknown> }) {
  const { order } = change;
  const words = order && wordsOf(order, own.factors.length === 1);
  const missing = change.isIncomplete ? m.account_second_field_missing() : null;
  return (
    <TypedDialog
      title={words?.title ?? ''}
      text={words?.text ?? null}
      confirm={words?.confirm ?? ''}
      isDanger={order?.kind === 'remove'}
      hasField
      command={change}
    >
      {order?.kind === 'rename' ? (
        <NativeField
          label={m.account_second_name()}
          name="typed"
          data-focus="command-field"
          defaultValue={order.factor.name}
          maxLength={60}
          autoComplete="off"
          error={missing}
        />
      ) : (
        <PasswordField
          label={m.account_current_password()}
          description={m.account_second_password_why()}
          error={missing ?? fieldText(change.problem, 'current_password')}
        />
      )}
    </TypedDialog>
  );
}
