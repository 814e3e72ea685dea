import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { emptyQuestion, emptyQuiz, withEveryField } from '../../../common/authoring/emptyQuiz.ts';
import { quizProblems } from '../../../common/authoring/quizProblems.ts';
import type { AuthoredQuestion, AuthoredQuiz } from '../../../contract/authoring.ts';
import { Language } from '../../../contract/content.ts';
import { type KeptQuiz, quizEditorMachine } from '../../machines/authoring/quizEditorMachine.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { draftPreviewActors, quizEditorActors } from '../../services/authoring.ts';
import type { Persistence } from '../../services/kit/persistence.ts';
import { quizDraftsSlice } from '../../services/kit/slices/quizDrafts.ts';
import { announce } from '../../ui/announce.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowBackUp, IconArrowForwardUp, IconArrowLeft, IconCheck, IconEye, IconPlus } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { type SaveState, SaveStatus } from '../../ui/SaveStatus.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { offer } from '../offer.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useCommand } from '../useCommand.ts';
import { useFields } from '../useFields.ts';
import { useLeaveGuard } from '../useLeaveGuard.ts';
import s from './authoring.module.css';
import { FileMenu } from './FileMenu.tsx';
import { PicturesContext, picturesWith } from './pictures.ts';
import { QuestionRow } from './QuestionRow.tsx';
import { hasRoom, moved, withCopy, withNew, without, withQuestion } from './questionChanges.ts';
import { offeredTypes, typeName } from './typeNames.ts';
import { until } from './until.ts';
import { problemAt, quizProblemText } from './words.ts';
import type { Writing } from './writing.ts';

const ConflictDialog = lazy(async () => ({ default: (await import('./ConflictDialog.tsx')).ConflictDialog }));
const QuizPreview = lazy(() => import('../quiz/QuizPreview.tsx'));

const announcements = { common_load_failed: m.common_load_failed };
const newKey = () => crypto.randomUUID();

interface QuizEditorProps {
  /** Null for a new quiz. */
  itemId: number | null;
  /** The new quiz was saved and has an id. */
  onCreated?: (itemId: number) => void;
  writing: Writing;
}

/** The form of a quiz, driven by the `quizEditor` chart: its questions one below the other, one of them open. */
export function QuizEditor({ itemId, onCreated, writing }: QuizEditorProps) {
  const { persistence, chance, actor: app } = useApp();
  const { calls, keptAs, crumbs, words, course, isCheck = false } = writing;
  const keyOf = (id: number | null) => `${keptAs}${id ?? 'new'}`;
  const [input] = useState(() => ({
    ...{ itemId, creationKey: newKey(), chance: chance(), kept: readKept(persistence(), keyOf(itemId)) },
    quiz: { ...emptyQuiz(getLocale() === 'es' ? Language.spanish : Language.english), questions: [emptyQuestion(newKey)] },
  }));
  const keep = useKeptDraft();
  const editor = useChart(quizEditorMachine, {
    actors: quizEditorActors(calls, app),
    input,
    announce: announcements,
    on: {
      'quiz.saved': ({ itemId: id }) => {
        if (itemId !== null) return;
        keep(keyOf(null), null);
        onCreated?.(id);
      },
    },
  });
  const { draft, version, problem, ...seen } = useFields(editor, (snapshot) => ({
    draft: snapshot.context.draft,
    version: snapshot.context.version,
    publishedVersion: snapshot.context.publishedVersion,
    itemId: snapshot.context.itemId,
    problem: snapshot.context.problem,
    other: snapshot.context.other,
    canUndo: snapshot.context.past.length > 0,
    canRedo: snapshot.context.future.length > 0,
    isOpen: snapshot.hasTag('form'),
    isUnavailable: snapshot.hasTag('unavailable'),
    isPending: snapshot.hasTag('pending'),
    isSaving: snapshot.hasTag('saving'),
    isUnsaved: snapshot.hasTag('unsaved'),
    isRefused: snapshot.hasTag('refused'),
    isConflict: snapshot.hasTag('conflict'),
  }));
  const hasUnsaved = seen.isPending || seen.isSaving || seen.isUnsaved;
  useEffect(() => {
    // While the quiz is loading, the draft of an earlier visit stays.
    if (seen.isOpen) keep(`${keptAs}${seen.itemId ?? 'new'}`, hasUnsaved ? { quiz: draft, version } : null);
  }, [keep, keptAs, seen.isOpen, seen.itemId, hasUnsaved, draft, version]);
  const blocker = useLeaveGuard(seen.isUnsaved, isNewSaved);

  const [openKey, setOpenKey] = useState<string | null>(() => input.quiz.questions[0]?.key ?? null);
  const [isMarked, setMarked] = useState(false);
  const [isPreviewing, setPreviewing] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const toFocus = useRef<string>(null);
  const found = quizProblems(draft, isCheck);
  const shown = isMarked ? found : [];

  const change = (next: AuthoredQuiz, field: string, isTyped: boolean) =>
    editor.send({ type: 'quiz.changed', draft: next, field, isTyped });
  /** Goes to the text of the question that is to get the focus, once it is there: the fields load with the first question. */
  const focusText = () => {
    const text = list.current?.querySelector<HTMLElement>(`[data-question="${toFocus.current}"] [role="textbox"]`);
    if (!text) return;
    toFocus.current = null;
    text.focus();
  };
  /** Opens a question and puts the cursor into its text, once it is on the page. */
  const open = (question: string) => {
    setOpenKey(question);
    toFocus.current = question;
    requestAnimationFrame(focusText);
  };
  const add = (type: AuthoredQuestion['question_type']) => {
    if (!hasRoom(draft)) return;
    const next = withNew(draft, type, newKey);
    change(next.quiz, 'questions', false);
    open(next.key);
  };

  /** Resolves when the server has the newest draft; rejects with the reason if it cannot have it. */
  const whenSaved = useCallback(
    async (signal: AbortSignal) => {
      offer(editor, { type: 'save.hurried' });
      const isSettled = (snapshot: ReturnType<typeof editor.getSnapshot>) => !snapshot.hasTag('pending') && !snapshot.hasTag('saving');
      const { context } = await until(editor, isSettled, signal);
      if (context.itemId === null || context.version === null || context.draft !== context.saved)
        throw context.problem ?? { code: 0, message: '' };
      return { item_id: context.itemId, version: context.version };
    },
    [editor],
  );
  const publication = useCommand(
    'quizPublication',
    async (_: null, { signal }) => calls.publish(await whenSaved(signal), { signal, quiet: true }),
    { announce: { done: () => words.published, failed: problemText } },
  );
  const [pictures] = useState(() => picturesWith(calls));
  const [previewActors] = useState(() => draftPreviewActors(calls, whenSaved));
  const [previewInput] = useState({ userPuid: 0, lessonId: 0, quizId: 0 });
  /** Marks what is missing; whether nothing is. */
  const isComplete = () => {
    setMarked(found.length > 0);
    if (found.length === 0) return true;
    announce(m.authoring_incomplete({ count: found.length }));
    const first = found.find(({ question }) => question !== null)?.question;
    if (first) setOpenKey(first);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-focus="quiz-problems"]')?.focus());
    return false;
  };

  const takeCourse = () => {
    if (!course) return;
    change({ ...draft, questions: course.questions }, 'questions', false);
    announce(m.itemBank_course_taken());
  };
  const title = itemId === null && seen.itemId === null ? m.authoring_new() : draft.title || m.authoring_untitled();
  if (!seen.isOpen)
    return (
      <Page>
        <PageHeader title={m.authoring_edit()} breadcrumbs={crumbs} />
        {seen.isUnavailable ? (
          <ProblemNotice
            title={m.common_load_failed()}
            problem={problem}
            focus="quiz-problem"
            onRetry={() => editor.send({ type: 'quiz.retried' })}
          />
        ) : (
          <Skeleton shape="card" count={2} />
        )}
      </Page>
    );

  const published = Math.max(seen.publishedVersion ?? 0, publication.result?.published_version ?? 0);
  const isPublished = published > 0 && published === version && !hasUnsaved;
  const state = seen.isConflict
    ? ({ kind: 'conflict' } as const)
    : seen.isRefused
      ? ({ kind: 'failed', ...(problem ? { reason: problemText(problem) } : {}) } as const)
      : seen.isUnsaved
        ? ({ kind: 'offline' } as const)
        : hasUnsaved
          ? ({ kind: 'saving' } as const)
          : ({ kind: 'saved' } as const);

  if (isPreviewing)
    return (
      <Page>
        <PageHeader
          title={draft.title}
          breadcrumbs={crumbs}
          lead={m.authoring_preview_lead()}
          action={
            <Button icon={IconArrowLeft} onPress={() => setPreviewing(false)}>
              {m.authoring_preview_back()}
            </Button>
          }
        />
        <Suspense fallback={<Skeleton shape="text" count={6} />}>
          <QuizPreview input={previewInput} lessonName="" isOnPaper={false} actors={previewActors} />
        </Suspense>
      </Page>
    );

  return (
    <Page>
      <PageHeader
        title={title}
        breadcrumbs={crumbs}
        {...(writing.lead ? { lead: writing.lead } : {})}
        badge={
          <Row gap={2}>
            <Badge tone={isPublished ? 'success' : 'neutral'}>
              {isPublished ? words.ready : published > 0 ? words.changed : words.draft}
            </Badge>
            <Status state={state} isNew={version === null && !hasUnsaved} onRetry={() => offer(editor, { type: 'delivery.retried' })} />
          </Row>
        }
        more={
          <>
            <IconButton
              icon={IconArrowBackUp}
              label={m.authoring_undo()}
              reason={seen.canUndo ? null : m.authoring_nothing_to_undo()}
              onPress={() => offer(editor, { type: 'change.undone' })}
            />
            <IconButton
              icon={IconArrowForwardUp}
              label={m.authoring_redo()}
              reason={seen.canRedo ? null : m.authoring_nothing_to_redo()}
              onPress={() => offer(editor, { type: 'change.redone' })}
            />
            <FileMenu
              quiz={draft}
              pictures={pictures}
              newKey={newKey}
              onCourse={course && takeCourse}
              onAdd={(questions) => {
                // An untouched first question makes way.
                const before = draft.questions.filter((one) => one.text !== '' || one.options.some(({ text }) => text !== ''));
                change({ ...draft, questions: [...before, ...questions] }, 'questions', false);
                announce(m.authoring_imported({ count: questions.length }));
              }}
            />
            <Button icon={IconEye} onPress={() => isComplete() && setPreviewing(true)}>
              {m.authoring_preview()}
            </Button>
          </>
        }
        action={
          <Button
            variant="primary"
            icon={IconCheck}
            isPending={publication.isSaving}
            reason={isPublished ? words.isPublished : null}
            onPress={() => isComplete() && publication.give(null)}
          >
            {words.publish}
          </Button>
        }
      />
      {shown.length > 0 ? (
        <div data-focus="quiz-problems" tabIndex={-1}>
          <Notice tone="error" title={m.authoring_incomplete({ count: shown.length })} isSaid>
            <ul className={s.problems}>
              {[...new Map(shown.toReversed().map((one) => [one.question, one])).values()].reverse().map((one) => {
                const at = draft.questions.findIndex(({ key: known }) => known === one.question);
                return (
                  <li key={one.question ?? one.code}>
                    {at < 0 ? (
                      quizProblemText(one)
                    ) : (
                      <Button variant="quiet" size="small" onPress={() => open(one.question ?? '')}>
                        {m.authoring_problem_at({ number: at + 1, problem: quizProblemText(one) })}
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
          </Notice>
        </div>
      ) : null}
      {publication.problem ? <ProblemNotice title={words.publishFailed} problem={publication.problem} focus="command-problem" /> : null}
      {publication.isDone && isPublished ? (
        <div data-focus="command-result" tabIndex={-1}>
          <Notice
            tone="success"
            isSaid
            title={words.published}
            action={
              <LinkButton size="small" href={writing.onward.href}>
                {writing.onward.label}
              </LinkButton>
            }
          >
            {words.publishedText}
          </Notice>
        </div>
      ) : null}
      {course?.isNew && !publication.isDone ? (
        <Notice
          tone="info"
          title={m.itemBank_course_new()}
          action={
            <Button size="small" onPress={takeCourse}>
              {m.itemBank_take_course()}
            </Button>
          }
        >
          {m.itemBank_course_new_text()}
        </Notice>
      ) : null}
      {isCheck ? null : (
        <div className={s.facts}>
          <TextField
            label={m.authoring_title()}
            value={draft.title}
            maxLength={200}
            autoComplete="off"
            autoFocus={itemId === null}
            error={problemAt(shown, null, 'title')}
            onChange={(text) => change({ ...draft, title: text }, 'title', true)}
          />
          <NumberField
            label={m.authoring_minutes()}
            value={draft.minutes}
            maxValue={600}
            onChange={(minutes) => change({ ...draft, minutes }, 'minutes', true)}
          />
        </div>
      )}
      <PicturesContext value={pictures}>
        <ol ref={list} className={s.questions} aria-label={m.authoring_questions()}>
          {draft.questions.map((question, index) => (
            <QuestionRow
              key={question.key}
              question={question}
              index={index}
              count={draft.questions.length}
              isOpen={question.key === openKey}
              problems={shown}
              newKey={newKey}
              onOpen={() => open(question.key)}
              onShown={focusText}
              onClose={() => setOpenKey(null)}
              onChange={(next, field, isTyped) => change(withQuestion(draft, next), `${question.key} ${field}`, isTyped)}
              onMove={(step) => {
                change({ ...draft, questions: moved(draft.questions, question.key, step) }, 'questions', false);
                announce(m.authoring_moved({ from: index + 1, to: index + 1 + step }));
              }}
              onDuplicate={() => {
                if (!hasRoom(draft)) return;
                const next = withCopy(draft, question.key, newKey);
                change(next.quiz, 'questions', false);
                open(next.key);
              }}
              onRemove={() => {
                change(without(draft, question.key), 'questions', false);
                announce(m.authoring_removed({ number: index + 1 }));
              }}
              onNext={() => add(question.question_type)}
              onUndo={() => offer(editor, { type: 'change.undone' })}
              onRedo={() => offer(editor, { type: 'change.redone' })}
            />
          ))}
        </ol>
      </PicturesContext>
      <section className={s.adding} aria-labelledby="add-question">
        <Text as="h2" size={3} isBold id="add-question">
          {m.authoring_add()}
        </Text>
        <Row gap={2}>
          {offeredTypes.map((type) => (
            <Button
              key={type}
              icon={IconPlus}
              reason={hasRoom(draft) ? null : m.authoring_full({ most: draft.questions.length })}
              onPress={() => add(type)}
            >
              {typeName(type)}
            </Button>
          ))}
        </Row>
        <Text tone="soft" size={2}>
          {m.authoring_keys()}
        </Text>
      </section>
      {seen.isConflict && seen.other ? (
        <Suspense>
          <ConflictDialog
            mine={draft}
            theirs={seen.other.quiz}
            onMine={() => editor.send({ type: 'mine.kept' })}
            onTheirs={() => editor.send({ type: 'theirs.taken' })}
          />
        </Suspense>
      ) : null}
      <ConfirmDialog
        isOpen={blocker.state === 'blocked'}
        onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
        title={m.authoring_leave_title()}
        confirmLabel={m.authoring_leave()}
        cancelLabel={m.authoring_stay()}
        onConfirm={() => blocker.proceed?.()}
      >
        <Text>{m.authoring_leave_text()}</Text>
      </ConfirmDialog>
    </Page>
  );
}

/** The state of saving; nothing for a new quiz. */
function Status({ state, isNew, onRetry }: { state: SaveState; isNew: boolean; onRetry: () => void }) {
  return isNew ? null : <SaveStatus state={state} onRetry={onRetry} />;
}

/** The draft that an earlier visit could not send. */
function readKept(store: Persistence | undefined, key: string): KeptQuiz | null {
  const kept = store?.read(quizDraftsSlice)?.[key];
  return kept ? { ...kept, quiz: withEveryField(kept.quiz) } : null;
}

/** Going from `new` to the new id is not leaving. */
const isNewSaved = (from: string, to: string) => from.endsWith('/writeQuiz/new') && /\/writeQuiz\/[^/]+$/.test(to);

/** Stores a draft on this device under a key, or removes it. */
function useKeptDraft() {
  const { persistence } = useApp();
  return useCallback(
    (key: string, kept: { quiz: AuthoredQuiz; version: number | null } | null) => {
      const store = persistence();
      if (!store || (kept === null && store.read(quizDraftsSlice)?.[key] === undefined)) return;
      // Drafts that another tab stored for other quizzes stay.
      store.update(quizDraftsSlice, (drafts) => {
        const { [key]: _, ...others } = drafts ?? {};
        return kept ? { ...others, [key]: kept } : others;
      });
      if (kept === null) store.flush();
    },
    [persistence],
  );
}
