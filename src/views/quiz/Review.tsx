import { useSelector } from '@xstate/react';
import { isAnswered, unsent } from '../../../common/attempt.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconArrowLeft } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { problemText } from '../shell/problemText.ts';
import { useFields } from '../useFields.ts';
import { answerInWords } from './answers.ts';
import { QuestionText } from './QuestionText.tsx';
import { DownloadAnswers, QuizSaveNotices, QuizSaveStatus } from './QuizSave.tsx';
import s from './QuizView.module.css';
import type { QuizActor } from './quizActor.ts';

/** All answers, before and during submission. */
export function Review({ quiz }: { quiz: QuizActor }) {
  const { problem, isOver, isBusy, isHandingIn, hasFailed, isQueued, canGoBack, open, waiting } = useFields(quiz, (state) => ({
    problem: state.context.problem,
    isOver: state.context.isOver,
    isBusy: state.hasTag('busy'),
    isHandingIn: state.hasTag('handingIn'),
    hasFailed: state.hasTag('failed'),
    isQueued: state.hasTag('queued'),
    canGoBack: state.can({ type: 'review.closed' }),
    open: state.context.questions.filter(({ id }) => !isAnswered(state.context.answers[id])).length,
    waiting: unsent(state.context).length,
  }));
  const isFailed = isHandingIn && hasFailed;
  const closed = canGoBack ? null : isOver ? m.quiz_time_over() : m.quiz_handed_in_here();
  return (
    <Stack gap={5}>
      <Row justify="between">
        <h2 tabIndex={-1} data-focus="review-title">
          {m.quiz_look_over()}
        </h2>
        <QuizSaveStatus quiz={quiz} />
      </Row>
      {isFailed ? (
        <div data-focus="quiz-problem" tabIndex={-1}>
          <Notice tone="error" title={m.quiz_submit_failed()}>
            {problem ? problemText(problem) : null} {m.quiz_nothing_lost()}
            {isQueued ? <p>{m.quiz_kept_to_hand_in({ count: waiting })}</p> : null}
          </Notice>
        </div>
      ) : null}
      <QuizSaveNotices quiz={quiz} />
      {isHandingIn ? null : open > 0 ? (
        <Notice tone="warning">{m.quiz_unanswered({ count: open })}</Notice>
      ) : (
        <Notice tone="success">{m.quiz_all_answered()}</Notice>
      )}
      <QuestionList
        quiz={quiz}
        closed={closed}
        onOpen={(index) => {
          if (quiz.getSnapshot().can({ type: 'question.opened', index })) quiz.send({ type: 'question.opened', index });
        }}
      />
      <Row justify="between">
        <Button icon={IconArrowLeft} reason={closed} onPress={() => quiz.send({ type: 'review.closed' })}>
          {m.quiz_back_to_questions()}
        </Button>
        <Button variant="primary" isPending={isBusy} onPress={() => quiz.send({ type: 'quiz.submitted' })}>
          {m.quiz_hand_in()}
        </Button>
      </Row>
    </Stack>
  );
}

/** The questions with their states; with `onOpen`, each is a link. */
function QuestionList({ quiz, closed, onOpen }: { quiz: QuizActor; closed?: string | null; onOpen?: (index: number) => void }) {
  const { questions, answers, flagged } = useFields(quiz, ({ context }) => ({
    questions: context.questions,
    answers: context.answers,
    flagged: context.flagged,
  }));
  return (
    <ol className={s.review}>
      {questions.map((question, at) => {
        const { id, question_text } = question;
        return (
          <li key={id}>
            <div className={s.reviewText}>
              <QuestionText html={question_text} />
              {isAnswered(answers[id]) ? (
                <p className={s.given}>{m.quiz_answer_is({ answer: answerInWords(question, answers[id]) })}</p>
              ) : (
                <Text tone="soft" size={2}>
                  {m.quiz_state_open()}
                </Text>
              )}
              {flagged.includes(id) ? (
                <Text tone="soft" size={2}>
                  {m.quiz_state_flagged()}
                </Text>
              ) : null}
            </div>
            {onOpen ? (
              <Button size="small" reason={closed} aria-label={m.quiz_open_question({ number: at + 1 })} onPress={() => onOpen(at)}>
                {m.quiz_change()}
              </Button>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

/** Another tab holds the attempt. */
export function Elsewhere({ quiz }: { quiz: QuizActor }) {
  return (
    <Stack gap={5}>
      <div data-focus="quiz-elsewhere" tabIndex={-1}>
        <Notice
          tone="info"
          title={m.quiz_elsewhere()}
          action={
            <Button variant="primary" onPress={() => quiz.send({ type: 'attempt.asked' })}>
              {m.quiz_continue_here()}
            </Button>
          }
        >
          {m.quiz_elsewhere_text()}
        </Notice>
      </div>
      <QuestionList quiz={quiz} />
    </Stack>
  );
}

/** The server accepts no more answers. */
export function Closed({ quiz }: { quiz: QuizActor }) {
  const count = useSelector(quiz, ({ context }) => unsent(context).length);
  return (
    <Stack gap={5}>
      <div data-focus="quiz-problem" tabIndex={-1}>
        <Notice tone="error" title={m.quiz_closed()}>
          {m.quiz_closed_text({ count })}
        </Notice>
      </div>
      <QuizSaveStatus quiz={quiz} />
      <Row>
        <Button variant="primary" onPress={() => quiz.send({ type: 'attempt.looked' })}>
          {m.quiz_look_handed_in()}
        </Button>
        <DownloadAnswers quiz={quiz} />
      </Row>
      <QuestionList quiz={quiz} />
    </Stack>
  );
}
