import { lazy, Suspense, useEffect } from 'react';
import { isAnswered } from '../../../common/attempt.ts';
import type { Question } from '../../../contract/quiz.ts';
import { visibleToStudent } from '../../../contract/quizResult.ts';
import type { Problem } from '../../machines/problem.ts';
import { type LessonCheckInput, lessonCheckMachine, type Mark } from '../../machines/quiz/lessonCheckMachine.ts';
import { m } from '../../paraglide/messages.js';
import { ownerOf } from '../../services/login/storedSession.ts';
import { lessonCheckActors, noAnswer } from '../../services/quiz/lessonCheck.ts';
import { Button } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useWorker } from '../hooks.ts';
import { offer } from '../offer.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { MarkNotice } from './MarkNotice.tsx';
import { QuestionInput } from './QuestionInput.tsx';
import s from './QuizView.module.css';

const ReleasedReview = lazy(async () => ({ default: (await import('./ReleasedReview.tsx')).ReleasedReview }));

const announcements = {
  check_right: m.check_right,
  check_wrong: m.check_wrong,
  check_failed: m.check_failed,
  check_done: m.check_done,
};

interface LessonCheckProps {
  input: LessonCheckInput;
  /** Every answer is correct, now or on an earlier visit. */
  onHandedIn: () => void;
}

/** The few questions at the end of a resource. Each answer is marked at once, with the reason, and can be retried. */
export default function LessonCheck({ input, onHandedIn }: LessonCheckProps) {
  const { send, now, device, shelf, actor } = useApp();
  const owner = ownerOf(useWorker());
  const check = useChart(lessonCheckMachine, {
    actors: lessonCheckActors({ send, now, app: actor, device, shelf, owner }),
    input,
    announce: announcements,
  });
  const { questions, answers, marks, questionId, problem, result, isDone, ...seen } = useFields(check, (snapshot) => ({
    questions: snapshot.context.questions,
    answers: snapshot.context.answers,
    marks: snapshot.context.marks,
    questionId: snapshot.context.questionId,
    problem: snapshot.context.problem,
    result: snapshot.context.result,
    isLoading: snapshot.hasTag('loading'),
    isUnavailable: snapshot.hasTag('unavailable'),
    isChecking: snapshot.hasTag('checking'),
    isUnchecked: snapshot.hasTag('unchecked'),
    isUnfinished: snapshot.hasTag('unfinished'),
    isDone: snapshot.hasTag('done'),
  }));
  useEffect(() => {
    if (isDone) onHandedIn();
  }, [isDone, onHandedIn]);

  const retry = () => check.send({ type: 'check.retried' });
  if (seen.isLoading) return <Skeleton shape="text" count={4} />;
  if (seen.isUnavailable) return <ProblemNotice title={m.check_unavailable()} problem={problem} focus="check-problem" onRetry={retry} />;
  return (
    <Stack gap={5}>
      {questions.map((question, at) => (
        <CheckedQuestion
          key={question.id}
          question={question}
          title={m.quiz_question_of({ at: at + 1, of: questions.length })}
          answer={answers[question.id]}
          mark={marks[question.id]}
          isChecking={seen.isChecking && questionId === question.id}
          problem={seen.isUnchecked && questionId === question.id ? problem : null}
          onChange={(answer) => offer(check, { type: 'answer.changed', questionId: question.id, answer })}
          onCheck={() => offer(check, { type: 'answer.checked', questionId: question.id })}
        />
      ))}
      {seen.isUnfinished ? <ProblemNotice title={m.check_failed()} problem={problem} focus="check-problem" onRetry={retry} /> : null}
      {isDone ? (
        <Notice tone="success" isSaid>
          {m.check_done()}
        </Notice>
      ) : null}
      {isDone && questions.length === 0 && result && visibleToStudent[result.state].review ? (
        <Suspense fallback={<Skeleton shape="card" count={2} />}>
          <ReleasedReview resultId={result.result_id} />
        </Suspense>
      ) : null}
    </Stack>
  );
}

interface CheckedQuestionProps {
  question: Question;
  title: string;
  answer: Parameters<typeof isAnswered>[0];
  mark: Mark | undefined;
  isChecking: boolean;
  problem: Problem | null;
  onChange: Parameters<typeof QuestionInput>[0]['onChange'];
  onCheck: () => void;
}

function CheckedQuestion({ question, title, answer, mark, isChecking, problem, onChange, onCheck }: CheckedQuestionProps) {
  const id = `check-${question.id}`;
  return (
    <section className={s.question} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <QuestionInput question={question} answer={answer} onChange={onChange} />
      {mark ? <MarkNotice isRight={mark.isRight} explanation={mark.explanation} /> : null}
      {problem?.code === noAnswer ? (
        <Notice tone="info" title={m.check_kept()} isSaid>
          {m.check_kept_text()}
        </Notice>
      ) : problem ? (
        <Notice tone="error" title={m.check_failed()} isSaid>
          {problemText(problem)}
        </Notice>
      ) : null}
      {mark?.isRight ? null : (
        <div>
          <Button variant="primary" isPending={isChecking} reason={isAnswered(answer) ? null : m.check_answer_first()} onPress={onCheck}>
            {m.check_button()}
          </Button>
        </div>
      )}
    </section>
  );
}
