import { account, mostSessions, type OwnSession, type OwnSessions } from '../../../contract/account.ts';
import { m } from '../../paraglide/messages.js';
import { type Ending, endSessions } from '../../services/account/ownSessions.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices, useUser } from '../hooks.ts';
import { fieldText } from '../shell/fieldText.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { type Command, useCommand } from '../useCommand.ts';
import s from './profile.module.css';
import { PasswordField, TypedDialog } from './TypedDialog.tsx';

const wayNames = {
  password: m.account_sessions_way_password,
  login_code: m.account_sessions_way_login_code,
  two_step: m.account_sessions_way_two_step,
  single_sign_on: m.account_sessions_way_single_sign_on,
};

const deviceName = ({ browser, system }: OwnSession) =>
  browser && system ? m.account_sessions_on({ browser, system }) : (browser ?? system ?? m.account_sessions_unknown());

/** The signed-in user's sessions on all devices, with the option to end them. */
export default function Sessions() {
  const { send } = useApp();
  const notices = useNotices();
  const { userPuid } = useUser();
  const sessions = useCollection((signal) => send(account.ownSessions, { user_puid: userPuid }, { signal }));
  const ending = useCommand('ownSessions', (one: Ending, call) => endSessions(send, userPuid, one, call), {
    question: 'plain',
    onDone: (_, { ended }) => {
      const text = ended === 0 ? m.account_sessions_none_ended() : m.account_sessions_ended({ ended });
      notices.send({ type: 'notice.posted', kind: 'success', text });
      sessions.refresh();
    },
  });
  const { data: own } = sessions;
  return (
    <>
      <LoadState collection={sessions} shape="text" count={3} />
      {own ? (
        <>
          <List own={own} onChoose={(session) => ending.give({ session })} />
          <EndingDialog own={own} ending={ending} />
        </>
      ) : null}
    </>
  );
}

function List({ own, onChoose: choose }: { own: OwnSessions; onChoose: (session: OwnSession | null) => void }) {
  const mustSignIn = own.confirm_by === 'sign_in';
  return (
    <Stack gap={5}>
      <Stack gap={2}>
        <h2 data-focus="command-result" tabIndex={-1}>
          {m.account_sessions_title()}
        </h2>
        <Text tone="soft">{m.account_sessions_lead()}</Text>
      </Stack>
      {mustSignIn && own.sessions.length > 1 ? <Notice tone="info">{m.account_sessions_again()}</Notice> : null}
      {own.is_cut ? <Notice tone="info">{m.account_sessions_cut({ count: mostSessions })}</Notice> : null}
      <ul className={s.factors}>
        {own.sessions.map((session) => (
          <SessionItem key={session.session_id} session={session} mustSignIn={mustSignIn} onEnd={() => choose(session)} />
        ))}
      </ul>
      {own.sessions.length > 1 ? (
        <Stack gap={2}>
          <Text tone="soft">{m.account_sessions_used_note()}</Text>
          <Row>
            <Button reason={mustSignIn ? m.account_sessions_again() : null} onPress={() => choose(null)}>
              {m.account_sessions_others()}
            </Button>
          </Row>
        </Stack>
      ) : (
        <Text>{m.account_sessions_only()}</Text>
      )}
    </Stack>
  );
}

interface SessionItemProps {
  session: OwnSession;
  /** A new sign-in is needed before any session can be ended. */
  mustSignIn: boolean;
  onEnd: () => void;
}

function SessionItem({ session, mustSignIn, onEnd }: SessionItemProps) {
  const { language } = usePreferences();
  const { time_zone } = useUser();
  const when = (iso: string) => formatMoment(iso, language, time_zone);
  const { is_this, way, started_at, last_used_at } = session;
  const name = deviceName(session);
  const began = m.account_sessions_began({ when: when(started_at) });
  return (
    <li>
      <div>
        <Row>
          <Text isBold>{name}</Text>
          {is_this ? <Badge tone="success">{m.account_sessions_this()}</Badge> : null}
        </Row>
        <Text tone="soft">{way === null ? began : `${began} ${wayNames[way]()}`}</Text>
        {is_this ? null : <Text tone="soft">{m.account_sessions_used({ when: when(last_used_at) })}</Text>}
      </div>
      {is_this ? null : (
        <Button
          size="small"
          variant="quiet"
          aria-label={m.account_sessions_sign_out_name({ name, when: when(started_at) })}
          reason={mustSignIn ? m.account_sessions_again() : null}
          onPress={onEnd}
        >
          {m.account_sessions_sign_out()}
        </Button>
      )}
    </li>
  );
}

/** Asks before signing out elsewhere, with the password if the user has one. */
function EndingDialog({ own, ending }: { own: OwnSessions; ending: Command<Ending, unknown> }) {
  const session = ending.order?.session;
  const hasField = own.confirm_by === 'password';
  return (
    <TypedDialog
      title={session ? m.account_sessions_sign_out_title({ name: deviceName(session) }) : m.account_sessions_others_title()}
      text={session ? m.account_sessions_sign_out_text() : m.account_sessions_others_text()}
      confirm={session ? m.account_sessions_sign_out() : m.account_sessions_others()}
      isDanger
      hasField={hasField}
      command={ending}
    >
      {hasField ? (
        <PasswordField
          label={m.account_sessions_password()}
          description={m.account_sessions_password_why()}
          error={ending.isIncomplete ? m.account_sessions_password_missing() : fieldText(ending.problem, 'current_password')}
        />
      ) : null}
    </TypedDialog>
  );
}
