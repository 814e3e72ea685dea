import { useEffect } from 'react';
import { type PrintableQuizInput, printableQuizMachine } from '../../machines/contentTracking/printableQuizMachine.ts';
import { m } from '../../paraglide/messages.js';
import { printableQuizActors } from '../../services/contentTracking.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { IconPrinter } from '../../ui/icons.ts';
import { Row, Stack } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { QuizPaper } from '../student/QuizPaper.tsx';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { useWhyNot } from '../useWhyNot.ts';
import s from './LessonPlayer.module.css';

const announcements = {
  printable_failed: m.printable_failed,
  printable_submitting: m.printable_submitting,
  printable_handed_in: m.printable_handed_in,
};

interface PrintableQuizProps {
  input: Omit<PrintableQuizInput, 'userPuid'>;
  itemTypeId: number;
  /** It was submitted, now or before. */
  onHandedIn: () => void;
}

/** A quiz on paper: the sheet to print, and the file to submit. Only the sheet is printed. */
export default function PrintableQuiz({ input, itemTypeId, onHandedIn }: PrintableQuizProps) {
  const { send } = useApp();
  const { userPuid, first_name, last_name, time_zone } = useUser();
  const { language } = usePreferences();
  const quiz = useChart(printableQuizMachine, {
    actors: printableQuizActors(send, itemTypeId),
    input: { ...input, userPuid },
    announce: announcements,
  });
  const { sheet, response, text, isOnPaper, problem, hasFailed, isHandingIn, isHandedIn } = useFields(quiz, (snapshot) => ({
    sheet: snapshot.context.sheet,
    response: snapshot.context.response,
    text: snapshot.context.text,
    isOnPaper: snapshot.context.isOnPaper,
    problem: snapshot.context.problem,
    hasFailed: snapshot.hasTag('failed'),
    isHandingIn: snapshot.hasTag('handingIn'),
    isHandedIn: snapshot.hasTag('handedIn'),
  }));
  const nothingYet = useWhyNot<typeof printableQuizMachine>(quiz, { type: 'sheet.submitted' }, { hasSomething: m.printable_nothing_yet() });
  useEffect(() => {
    if (isHandedIn) onHandedIn();
  }, [isHandedIn, onHandedIn]);

  if (hasFailed)
    return (
      <ProblemNotice
        title={m.printable_failed()}
        problem={problem}
        focus="printable-problem"
        onRetry={() => quiz.send({ type: 'sheet.retried' })}
      />
    );
  if (!sheet) return <Skeleton shape="text" count={8} />;
  return (
    <Stack gap={5}>
      <div className={s.onScreen}>
        <Row justify="between">
          <p>{m.printable_how()}</p>
          <Button icon={IconPrinter} onPress={() => window.print()}>
            {m.printable_print()}
          </Button>
        </Row>
      </div>
      <QuizPaper quiz={sheet} studentName={`${first_name} ${last_name}`} />
      <div className={s.onScreen}>
        {isHandedIn && response ? (
          <Card
            tone="accent"
            level={2}
            title={
              <span tabIndex={-1} data-focus="printable-receipt">
                {m.printable_handed_in()}
              </span>
            }
          >
            <p>{m.printable_handed_in_at({ at: formatMoment(response.submitted_at, language, time_zone) })}</p>
            {response.is_on_paper ? <p>{m.printable_is_on_paper()}</p> : null}
            {response.response_text ? <p className={s.typed}>{response.response_text}</p> : null}
            <div>
              <Button onPress={() => quiz.send({ type: 'response.reopened' })}>{m.printable_change()}</Button>
            </div>
          </Card>
        ) : (
          <Card level={2} title={m.printable_give_back()}>
            <TextArea
              label={m.printable_answers()}
              description={m.printable_answers_help()}
              rows={6}
              maxLength={20_000}
              value={text}
              reason={isHandingIn ? m.printable_submitting() : null}
              onChange={(next) => quiz.send({ type: 'text.changed', text: next })}
            />
            <Checkbox
              label={m.printable_on_paper()}
              isSelected={isOnPaper}
              reason={isHandingIn ? m.printable_submitting() : null}
              onChange={(next) => quiz.send({ type: 'paper.changed', isOnPaper: next })}
            />
            {problem ? (
              <Notice tone="error" title={m.quiz_submit_failed()}>
                {problemText(problem)}
              </Notice>
            ) : null}
            <div>
              <Button variant="primary" isPending={isHandingIn} reason={nothingYet} onPress={() => quiz.send({ type: 'sheet.submitted' })}>
                {m.quiz_hand_in()}
              </Button>
            </div>
          </Card>
        )}
      </div>
    </Stack>
  );
}
