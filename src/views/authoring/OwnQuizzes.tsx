import { lazy, Suspense, useState } from 'react';
import { type AuthoredQuizCard, authoring } from '../../../contract/authoring.ts';
import { ResourceType } from '../../../contract/content.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconCheck, IconCopy, IconEye, IconPlus, IconPrinter, IconShare, IconTrash } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { Link, LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { usePlaylist } from '../library/shelf.ts';
import { paths } from '../paths.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';
import s from './authoring.module.css';

const ShareQuiz = lazy(() => import('./ShareQuiz.tsx'));

/** Quizzes that the user wrote, and those that colleagues share with the user. */
export function OwnQuizzes() {
  const { send } = useApp();
  const collection = useCollection((signal) => send(authoring.authoredQuizzes, {}, { signal, quiet: true }));
  const { data, refresh } = collection;
  const { entries, playlist } = usePlaylist();
  const [shared, setShared] = useState<AuthoredQuizCard | null>(null);
  const titleOf = (quiz: AuthoredQuizCard) => quiz.title || m.authoring_untitled();
  const copy = useCommand(
    'quizCopy',
    ({ item_id, title }: AuthoredQuizCard, { signal }) =>
      send(authoring.copyQuiz, { item_id, title: m.authoring_copy_title({ title: title.slice(0, 180) }) }, { signal, quiet: true }),
    { announce: { done: (quiz) => m.authoring_copied({ title: titleOf(quiz) }) }, onDone: refresh },
  );
  const removal = useCommand(
    'quizRemoval',
    ({ item_id }: AuthoredQuizCard, { signal }) => send(authoring.removeQuiz, { item_id }, { signal, quiet: true }),
    {
      undo: ({ item_id }, { signal }) => send(authoring.restoreQuiz, { item_id }, { signal, quiet: true }),
      announce: { done: (quiz) => m.authoring_deleted({ title: titleOf(quiz) }) },
      onDone: refresh,
      onUndone: refresh,
    },
  );
  const pick = ({ item_id, title, minutes }: AuthoredQuizCard) =>
    entries.some((entry) => entry.item_id === item_id)
      ? playlist.remove(item_id)
      : playlist.add({ item_id, item_type_id: ResourceType.quiz, title, minutes });
  return (
    <Section
      title={m.authoring_list()}
      lead={m.authoring_list_lead()}
      action={
        <LinkButton variant="primary" icon={IconPlus} href={paths.quizForm()}>
          {m.authoring_new()}
        </LinkButton>
      }
    >
      <LoadState collection={collection} shape="row" count={2} />
      {copy.problem ? <ProblemNotice title={m.authoring_copy_failed()} problem={copy.problem} focus="command-problem" /> : null}
      {removal.problem && !removal.isUndoable ? (
        <div data-focus="command-problem" tabIndex={-1}>
          <Notice tone="error" title={m.authoring_delete_failed()} onDismiss={() => removal.dismiss()}>
            {problemText(removal.problem)}
          </Notice>
        </div>
      ) : null}
      {removal.isUndoable ? (
        <div data-focus={removal.problem ? 'command-problem' : 'command-result'} tabIndex={-1}>
          <Notice
            tone={removal.problem ? 'error' : 'success'}
            isSaid={!removal.problem}
            {...(removal.isUndoing ? {} : { onDismiss: () => removal.dismiss() })}
            action={
              <Button size="small" isPending={removal.isUndoing} onPress={() => removal.undo()}>
                {m.authoring_undo()}
              </Button>
            }
          >
            {removal.problem ? m.workspace_restore_failed() : m.authoring_deleted({ title: removal.order ? titleOf(removal.order) : '' })}
          </Notice>
        </div>
      ) : null}
      {data?.length === 0 ? <EmptyState title={m.authoring_list_empty()}>{m.authoring_list_empty_text()}</EmptyState> : null}
      {data && data.length > 0 ? (
        <ul className={s.quizzes}>
          {data.map((quiz) => {
            const title = titleOf(quiz);
            const isPicked = entries.some((entry) => entry.item_id === quiz.item_id);
            const notReady = quiz.is_ready ? null : m.authoring_not_ready();
            return (
              <li key={quiz.item_id} className={s.quiz}>
                <div className={s.what}>
                  <Link href={quiz.is_own ? paths.quizForm(quiz.item_id) : paths.previewItem(quiz.item_id)}>{title}</Link>
                  <Text tone="soft" size={2}>
                    {[
                      m.authoring_count({ count: quiz.question_count }),
                      m.authoring_points_count({ count: quiz.points }),
                      quiz.is_own ? null : m.authoring_by({ name: quiz.author }),
                    ]
                      .filter((fact) => fact !== null)
                      .join(' · ')}
                  </Text>
                </div>
                <Badge tone={quiz.is_ready && !quiz.has_changes ? 'success' : 'neutral'}>
                  {quiz.has_changes ? m.authoring_state_changed() : quiz.is_ready ? m.authoring_state_ready() : m.authoring_state_draft()}
                </Badge>
                <Row gap={1}>
                  <Button
                    size="small"
                    icon={isPicked ? IconCheck : IconPlus}
                    aria-pressed={isPicked}
                    aria-label={m.authoring_pick({ label: isPicked ? m.library_picked() : m.library_pick(), title })}
                    reason={notReady}
                    onPress={() => pick(quiz)}
                  >
                    {isPicked ? m.library_picked() : m.library_pick()}
                  </Button>
                  {quiz.is_ready ? (
                    <>
                      <LinkButton size="small" variant="quiet" icon={IconEye} href={paths.previewItem(quiz.item_id)}>
                        {m.authoring_preview()}
                      </LinkButton>
                      <LinkButton size="small" variant="quiet" icon={IconPrinter} href={paths.printSheet(quiz.item_id)}>
                        {m.library_print()}
                      </LinkButton>
                    </>
                  ) : null}
                  <IconButton size="small" icon={IconCopy} label={m.authoring_copy({ title })} onPress={() => copy.give(quiz)} />
                  {quiz.is_own ? (
                    <IconButton
                      size="small"
                      icon={IconShare}
                      label={m.authoring_share({ title })}
                      reason={notReady}
                      onPress={() => setShared(quiz)}
                    />
                  ) : null}
                  {quiz.is_own ? (
                    <IconButton size="small" icon={IconTrash} label={m.authoring_delete({ title })} onPress={() => removal.give(quiz)} />
                  ) : null}
                </Row>
              </li>
            );
          })}
        </ul>
      ) : null}
      <Suspense>{shared ? <ShareQuiz itemId={shared.item_id} title={titleOf(shared)} onClose={() => setShared(null)} /> : null}</Suspense>
    </Section>
  );
}
