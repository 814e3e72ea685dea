import { lazy, Suspense, useRef, useState } from 'react';
import { emptyQuestion, emptyQuiz, withEveryField } from '../../../common/authoring/emptyQuiz.ts';
import { quizProblems } from '../../../common/authoring/quizProblems.ts';
import type { AuthoredQuestion, AuthoredQuiz } from '../../../contract/authoring.ts';
import { Language } from '../../../contract/content.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { draftPreviewActors } from '../../services/authoring.ts';
import { quizDraftsSlice } from '../../services/kit/slices/quizDrafts.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import s from './authoring.module.css';
import { DraftFrame, showProblems } from './DraftFrame.tsx';
import { FileMenu } from './FileMenu.tsx';
import { PicturesContext, picturesWith } from './pictures.ts';
import { QuestionRow } from './QuestionRow.tsx';
import { hasRoom, moved, withCopy, withNew, without, withQuestion } from './questionChanges.ts';
import { offeredTypes, typeName } from './typeNames.ts';
import { useDraftEditor } from './useDraftEditor.ts';
import { problemAt, quizProblemText } from './words.ts';
import type { Writing } from './writing.ts';

const ConflictDialog = lazy(async () => ({ default: (await import('./ConflictDialog.tsx')).ConflictDialog }));
const KeyCorrections = lazy(() => import('./KeyCorrections.tsx'));
const QuizIntro = lazy(async () => ({ default: (await import('./QuizIntro.tsx')).QuizIntro }));
const QuizPreview = lazy(() => import('../quiz/QuizPreview.tsx'));

const newKey = () => crypto.randomUUID();

interface QuizEditorProps {
  /** Null for a new quiz. */
  itemId: number | null;
  /** The new quiz was saved and has an id. */
  onCreated?: (itemId: number) => void;
  writing: Writing;
}

/** The form of a quiz, driven by the `draftEditor` chart: its questions one below the other, one of them open. */
export function QuizEditor({ itemId, onCreated, writing }: QuizEditorProps) {
  const { calls, keptAs, crumbs, words, course, isCheck = false } = writing;
  const [start] = useState(() => ({
    ...emptyQuiz(getLocale() === 'es' ? Language.spanish : Language.english),
    questions: [emptyQuestion(newKey)],
  }));
  const editor = useDraftEditor<AuthoredQuiz>({
    ...{ calls, itemId, keptAs, start: () => start, slice: quizDraftsSlice, complete: withEveryField },
    ...{ onCreated, isSameForm: isNewSaved, published: words.published },
    onPublished: () => writing.onPublished?.(),
  });
  const { draft, publication, whenSaved, change } = editor;

  const [openKey, setOpenKey] = useState<string | null>(() => start.questions[0]?.key ?? null);
  const [isMarked, setMarked] = useState(false);
  const [isPreviewing, setPreviewing] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const toFocus = useRef<string>(null);
  const found = quizProblems(draft, isCheck);
  const shown = isMarked ? found : [];

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

  const [pictures] = useState(() => picturesWith(calls));
  const [previewActors] = useState(() => draftPreviewActors(calls, whenSaved));
  const [previewInput] = useState({ userPuid: 0, lessonId: 0, quizId: 0 });
  /** Marks what is missing; whether nothing is. */
  const isComplete = () => {
    setMarked(found.length > 0);
    if (found.length === 0) return true;
    const first = found.find(({ question }) => question !== null)?.question;
    if (first) setOpenKey(first);
    showProblems(found.length);
    return false;
  };

  const takeCourse = () => {
    if (!course) return;
    change({ ...draft, questions: course.questions }, 'questions', false);
    announce(m.itemBank_course_taken());
  };
  const title = itemId === null && editor.itemId === null ? m.authoring_new() : draft.title || m.authoring_untitled();
  return (
    <DraftFrame
      {...{ editor, words, crumbs, title, lead: writing.lead, onward: writing.onward }}
      problemCount={shown.length}
      problems={[...new Map(shown.toReversed().map((one) => [one.question, one])).values()].reverse().map((one) => {
        const at = draft.questions.findIndex(({ key: known }) => known === one.question);
        return {
          key: one.question ?? one.code,
          line:
            at < 0 ? (
              quizProblemText(one)
            ) : (
              <Button variant="quiet" size="small" onPress={() => open(one.question ?? '')}>
                {m.authoring_problem_at({ number: at + 1, problem: quizProblemText(one) })}
              </Button>
            ),
        };
      })}
      course={
        course?.isNew
          ? { title: m.itemBank_course_new(), text: m.itemBank_course_new_text(), label: m.itemBank_take_course(), take: takeCourse }
          : null
      }
      more={
        <>
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
          {writing.more}
        </>
      }
      preview={isPreviewing ? <QuizPreview input={previewInput} lessonName="" isOnPaper={false} actors={previewActors} /> : null}
      onPreview={() => isComplete() && setPreviewing(true)}
      onPreviewClosed={() => setPreviewing(false)}
      onPublish={() => isComplete() && publication.give(null)}
    >
      {editor.isPublished && editor.itemId !== null && calls.corrections ? (
        <Suspense>
          <KeyCorrections key={editor.version} itemId={editor.itemId} load={calls.corrections} />
        </Suspense>
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
      {writing.hasIntro ? (
        <Suspense fallback={<Skeleton shape="text" count={2} />}>
          <QuizIntro quiz={draft} onChange={change} onUndo={editor.undo} onRedo={editor.redo} />
        </Suspense>
      ) : null}
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
              onUndo={editor.undo}
              onRedo={editor.redo}
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
      {editor.theirs ? (
        <Suspense>
          <ConflictDialog mine={draft} theirs={editor.theirs} onMine={editor.keepMine} onTheirs={editor.takeTheirs} />
        </Suspense>
      ) : null}
    </DraftFrame>
  );
}

/** Going from `new` to the new id is not leaving. */
const isNewSaved = (from: string, to: string) => from.endsWith('/writeQuiz/new') && /\/writeQuiz\/[^/]+$/.test(to);
