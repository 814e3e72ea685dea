import { useSelector } from '@xstate/react';
import { content, Language } from '../../../contract/content.ts';
import type { DataOf } from '../../../contract/kit.ts';
import { type LessonTask, workspaceDialogsMachine } from '../../machines/library/workspaceDialogsMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconClock, IconSend } from '../../ui/icons.ts';
import { Grid, Row, Text } from '../../ui/Layout.tsx';
import { Section } from '../../ui/Page.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { offer } from '../offer.ts';
import { kindName } from '../player/kinds.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { useAddressValue } from '../tableAddress.ts';
import { useChart } from '../useChart.ts';
import { LessonDialog } from '../workspace/LessonDialog.tsx';
import { LessonMenu } from '../workspace/LessonMenu.tsx';
import { PreviewLesson } from '../workspace/StartLesson.tsx';
import s from './library.module.css';
import { languageName } from './words.ts';

type Lesson = DataOf<typeof content.prebuiltLessons>[number];

/** Lessons that ship with the product, by unit, ready to preview and to assign; English unless another language is chosen. */
export function PrebuiltLessons() {
  const [language, setLanguage] = useAddressValue('language', String(Language.english));
  return (
    <>
      <SegmentedControl
        label={m.library_language()}
        options={Object.values(Language).map((one) => ({ key: String(one), label: languageName(one) }))}
        value={language}
        onChange={setLanguage}
      />
      <Lessons key={language} language_id={Number(language)} />
    </>
  );
}

function Lessons({ language_id }: { language_id: number }) {
  const { send } = useApp();
  const user = useUser();
  const dialogs = useChart(workspaceDialogsMachine, {});
  // This screen opens no other task.
  const task = useSelector(dialogs, ({ context }) => context.task as LessonTask | null);
  const open = (kind: LessonTask['kind'], lesson: Lesson) =>
    dialogs.send({
      type: 'task.opened',
      task: { kind, lessonId: lesson.lesson_id, name: lesson.lesson_name, isPrebuilt: true, dueDate: null },
    });
  const collection = useCollection((signal) =>
    send(content.prebuiltLessons, { user_puid: user.userPuid, language_id }, { signal, quiet: true }),
  );
  const { data } = collection;
  const units = Map.groupBy(data ?? [], (lesson) => `${lesson.product_name} · ${lesson.unit_name}`);
  return (
    <>
      <LoadState collection={collection} shape="card" count={6} />
      {data?.length === 0 ? <EmptyState title={m.teacher_no_lessons()}>{m.teacher_no_lessons_text()}</EmptyState> : null}
      {[...units].map(([unit, lessons]) => (
        <Section key={unit} title={unit}>
          <Grid min="l">
            {lessons.map((lesson) => (
              <Card
                key={lesson.lesson_id}
                title={lesson.lesson_name}
                end={lesson.total_time ? <Badge icon={IconClock}>{m.teacher_minutes({ count: lesson.total_time })}</Badge> : null}
                footer={
                  <>
                    <PreviewLesson lessonId={lesson.lesson_id} />
                    <Row gap={1} noWrap>
                      <Button variant="primary" icon={IconSend} onPress={() => open('assign', lesson)}>
                        {m.teacher_assign()}
                      </Button>
                      <LessonMenu name={lesson.lesson_name} onChoose={(kind) => open(kind, lesson)} />
                    </Row>
                  </>
                }
              >
                <Text tone="soft">{lesson.lesson_objective}</Text>
                <ol className={s.contents}>
                  {lesson.resources.map((resource) => (
                    <li key={resource.item_id}>
                      {resource.title} <span className={s.soft}>{kindName(resource.resource_type_id)}</span>
                    </li>
                  ))}
                </ol>
              </Card>
            ))}
          </Grid>
        </Section>
      ))}
      {task ? <LessonDialog task={task} onClose={() => offer(dialogs, { type: 'task.closed' })} /> : null}
    </>
  );
}
