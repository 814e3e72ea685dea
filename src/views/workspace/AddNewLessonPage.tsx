import { useMemo, useSyncExternalStore } from 'react';
import { m } from '../../paraglide/messages.js';
import { playlistOf } from '../../services/workspace/playlist.ts';
import { Card } from '../../ui/Card.tsx';
import { Grid, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { kindName } from '../player/kinds.ts';
import { AssignNow } from './AssignNow.tsx';
import s from './workspace.module.css';

/** Next step after choosing in the library: a lesson, an assignment, or assigning directly (specification, sections 2, 4 and 5). */
export default function AddNewLessonPage() {
  const user = useUser();
  const playlist = useMemo(() => playlistOf(user.userPuid), [user.userPuid]);
  const entries = useSyncExternalStore(playlist.subscribe, playlist.read).toSorted((a, b) => a.sort_order - b.sort_order);
  const [first] = entries;
  return (
    <Page>
      <PageHeader
        title={m.builder_add_title()}
        lead={m.builder_add_lead()}
        breadcrumbs={[{ label: m.workspace_title(), href: paths.workspace }]}
      />
      {first ? (
        <Section title={m.builder_add_chosen()}>
          <ol className={s.findings}>
            {entries.map((entry) => (
              <li key={entry.item_id}>
                {entry.title} · {kindName(entry.item_type_id)} · {m.workspace_minutes({ count: entry.minutes })}
              </li>
            ))}
          </ol>
        </Section>
      ) : null}
      <Grid min="m">
        <Card
          level={2}
          title={m.workspace_kind_lesson()}
          footer={
            <LinkButton variant="primary" href={paths.lessonForm('lesson')}>
              {m.workspace_new_lesson()}
            </LinkButton>
          }
        >
          <Text tone="soft">{m.builder_add_lesson_text()}</Text>
        </Card>
        <Card
          level={2}
          title={m.workspace_kind_assignment()}
          footer={<LinkButton href={paths.lessonForm('assignment')}>{m.workspace_new_assignment()}</LinkButton>}
        >
          <Text tone="soft">{m.builder_add_assignment_text()}</Text>
        </Card>
        {first ? (
          <AssignNow
            key={entries.map((entry) => entry.item_id).join()}
            picked={{
              userPuid: user.userPuid,
              name: first.title,
              resources: entries.map((one) => ({ itemId: one.item_id, typeId: one.item_type_id, time: one.minutes, remarks: '' })),
            }}
            onUsed={playlist.clear}
          />
        ) : null}
      </Grid>
    </Page>
  );
}
