import { useMemo, useState, useSyncExternalStore } from 'react';
import { m } from '../../paraglide/messages.js';
import { playlistOf } from '../../services/playlist.ts';
import { createInBackground } from '../../services/workspace.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconSend } from '../../ui/icons.ts';
import { Grid, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { kindName } from '../player/kinds.ts';
import { LessonDialog } from '../sharing/LessonDialog.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import s from './workspace.module.css';

/** After choosing in the library: a lesson, an assignment, or straight to the classes (specification, sections 2, 4 and 5). */
export default function AddNewLessonPage() {
  const user = useUser();
  const playlist = useMemo(() => playlistOf(user.userPuid), [user.userPuid]);
  const entries = useSyncExternalStore(playlist.subscribe, playlist.read).toSorted((a, b) => a.sort_order - b.sort_order);
  const [isMaking, setMaking] = useState(false);
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
          <Card
            level={2}
            title={m.builder_add_now()}
            footer={
              <Button icon={IconSend} onPress={() => setMaking(true)} isPending={isMaking}>
                {m.workspace_assign()}
              </Button>
            }
          >
            <Text tone="soft">{m.builder_add_now_text()}</Text>
          </Card>
        ) : null}
      </Grid>
      {isMaking && first ? <BackgroundLesson name={first.title} onClose={() => setMaking(false)} /> : null}
    </Page>
  );
}

/** Makes a lesson of what was chosen, and opens the dialog with the classes for it. */
function BackgroundLesson({ name, onClose }: { name: string; onClose: () => void }) {
  const { send } = useApp();
  const user = useUser();
  const [resources] = useState(() =>
    playlistOf(user.userPuid)
      .read()
      .toSorted((a, b) => a.sort_order - b.sort_order)
      .map((one) => ({ itemId: one.item_id, typeId: one.item_type_id, time: one.minutes, remarks: '' })),
  );
  const { data, state, retry } = useCollection((signal) =>
    createInBackground(send, { userPuid: user.userPuid, name, place: null, resources }, signal),
  );
  if (state.hasTag('failed')) return <ProblemNotice title={m.builder_add_failed()} problem={state.context.problem} onRetry={retry} />;
  return data === undefined ? null : (
    <LessonDialog
      task={{ kind: 'assign', lessonId: data, name, isPrebuilt: false }}
      onClose={() => {
        playlistOf(user.userPuid).clear();
        onClose();
      }}
    />
  );
}
