import { useSelector } from '@xstate/react';
import { account, type Mail, type MailState } from '../../../contract/account.ts';
import { Role } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconRefresh } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Link, LinkButton } from '../../ui/Link.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useSession } from '../hooks.ts';
import { paths } from '../paths.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';

/** The mail queue: e-mails that the product wrote, with their states. */
export default function MailPage() {
  const role = useSelector(useSession(), (snapshot) => (snapshot.hasTag('signedIn') ? snapshot.context.user?.role : undefined));
  return (
    <main>
      <Page width="narrow">
        {role === Role.superAdministrator ? (
          <MailQueue />
        ) : (
          <>
            <PageHeader title={m.account_mail_title()} />
            <EmptyState
              title={m.account_mail_super()}
              action={
                role === undefined ? (
                  <LinkButton variant="primary" href={paths.signIn}>
                    {m.account_mail_sign_in()}
                  </LinkButton>
                ) : null
              }
            />
          </>
        )}
      </Page>
    </main>
  );
}

function MailQueue() {
  const { send } = useApp();
  const collection = useCollection((signal) => send(account.mails, {}, { signal }));
  const { data, refresh } = collection;
  return (
    <>
      <PageHeader
        title={m.account_mail_title()}
        lead={m.account_mail_lead()}
        action={
          <Button icon={IconRefresh} onPress={refresh}>
            {m.account_mail_refresh()}
          </Button>
        }
      />
      <LoadState collection={collection} shape="card" count={3} />
      {data?.length === 0 ? <EmptyState title={m.account_mail_none()}>{m.account_mail_none_text()}</EmptyState> : null}
      <Stack>
        {data?.map((mail) => (
          <MailCard key={mail.mail_id} mail={mail} />
        ))}
      </Stack>
    </>
  );
}

const stateWords: Record<MailState, () => string> = {
  kept: m.account_mail_kept,
  waiting: m.account_mail_waiting,
  sent: m.account_mail_sent,
  failed: m.account_mail_failed,
};
const stateTones: Record<MailState, Tone> = { kept: 'neutral', waiting: 'warning', sent: 'success', failed: 'danger' };
/** Whether the secret was removed from the link. */
const isWithoutSecret = (text: string) => text.startsWith('http') && text.endsWith('…');

/** An e-mail, with its links active. */
function MailCard({ mail }: { mail: Mail }) {
  const { language } = usePreferences();
  const paragraphs = mail.text.split('\n\n');
  const moment = (time: string) => formatMoment(time, language, Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <Card level={2} title={mail.subject} eyebrow={m.account_mail_to({ recipient: mail.recipient, when: moment(mail.at) })}>
      <Stack gap={2}>
        <Row gap={2}>
          <Badge tone={stateTones[mail.state]}>{stateWords[mail.state]()}</Badge>
          {mail.next_at === null ? null : <Text>{m.account_mail_next({ when: moment(mail.next_at) })}</Text>}
        </Row>
        {mail.problem === null ? null : <Text>{m.account_mail_problem({ problem: mail.problem })}</Text>}
        {paragraphs.map((text) =>
          isWithoutSecret(text) ? (
            <Text key={text}>{m.account_mail_no_link()}</Text>
          ) : (
            <Text key={text}>{/^https?:\/\/\S+$/.test(text) ? <Link href={text}>{text}</Link> : text}</Text>
          ),
        )}
      </Stack>
    </Card>
  );
}
