import { lazy, Suspense, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import {
  autograde,
  type BankComment,
  type GradedQuestion,
  type QuestionResponse,
  type StudentResponses,
} from '../../../contract/autograde.ts';
import { autogradeMachine } from '../../machines/autograde/autogradeMachine.ts';
import { type Decision, type GradedResource, withDecisions } from '../../machines/autograde/decisions.ts';
import { gradeDeliveryMachine } from '../../machines/autograde/gradeDeliveryMachine.ts';
import { m } from '../../paraglide/messages.js';
import { autogradeActors } from '../../services/autograde.ts';
import { callActor } from '../../services/kit/callActor.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { Html } from '../../ui/Html.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { SaveStatus } from '../../ui/SaveStatus.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { keyInWords } from '../quiz/answers.ts';
import { figureWords } from '../reports/words.ts';
import { decodeIds } from '../routeValue.ts';
import { addressOf } from '../screen.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { nameOf } from '../words.ts';
import { AnswerList, type ListedAnswer } from './AnswerList.tsx';
import s from './autograde.module.css';
import { Conflicts } from './Conflicts.tsx';
import type { wordsOf } from './commentDraft.ts';
import { DecisionPanel } from './DecisionPanel.tsx';
import { gradeStudent } from './oneStudent.screen.ts';
import { gradeQuestions } from './questions.screen.ts';
import { gradeReport } from './report.screen.ts';
import { useGradeDelivery } from './useGradeDelivery.ts';
import { answerText, pointsText, questionName } from './words.ts';

// Read once, if at all.
const Shortcuts = lazy(async () => ({ default: (await import('./Shortcuts.tsx')).Shortcuts }));

const messages = { common_load_failed: m.common_load_failed };

/** The answers of one student to all questions of a quiz, to be graded one after the other. */
export default function OneStudentPage() {
  const { value } = useParams();
  const [itemId = 0, itemTypeId = 0, resultId = 0] = decodeIds(value, 3) ?? [];
  return <OneStudent key={value} itemId={itemId} itemTypeId={itemTypeId} resultId={resultId} />;
}

function OneStudent({ itemId, itemTypeId, resultId }: { itemId: number; itemTypeId: number; resultId: number }) {
  const { send } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const navigate = useNavigate();
  const [resource] = useState<GradedResource>(() => ({ itemId, itemTypeId, groupPuid: null }));
  const [student, setStudent] = useState<StudentResponses>();
  const [areNamesShown, setNamesShown] = useState(false);
  // Come with the list of questions, and are those of the first question that opens.
  const fresh = useRef<StudentResponses>(undefined);
  // The chart of grading question by question, with this student's answer as the only one.
  const load = async (signal: AbortSignal) => {
    const all = await send(autograde.studentResponses, { result_id: resultId }, { signal });
    setStudent(all);
    return all;
  };
  const actor = useChart(autogradeMachine, {
    actors: {
      ...autogradeActors({ send, user }),
      loadQuestions: callActor<{ title: string; questions: readonly GradedQuestion[] }, GradedResource | null>(async ({ signal }) => {
        const all = await load(signal);
        fresh.current = all;
        return { title: all.title, questions: all.answers };
      }),
      loadResponses: callActor<readonly QuestionResponse[], { resource: GradedResource | null; questionId: number | null }>(
        async ({ input: { questionId }, signal }) => {
          const { answers } = fresh.current ?? (await load(signal));
          fresh.current = undefined;
          const response = answers.find(({ question }) => question.id === questionId)?.response;
          return response ? [response] : [];
        },
      ),
    },
    input: { resource, questionId: null, isNavigatorOpen: false },
    announce: messages,
  });
  const delivery = useGradeDelivery(actor, {
    logic: gradeDeliveryMachine,
    // The chart knows the answer that is open; the others in the list follow the server.
    onSettled: () => void load(new AbortController().signal).catch(() => undefined),
  });
  const seen = useFields(actor, (snapshot) => ({
    questionId: snapshot.context.questionId,
    responses: snapshot.context.responses,
    unsent: snapshot.context.unsent,
    conflicts: snapshot.context.conflicts,
    gone: snapshot.context.gone,
    problem: snapshot.context.problem,
    isGrading: snapshot.hasTag('grading'),
    isUnread: snapshot.hasTag('unlisted') || snapshot.hasTag('unanswered'),
  }));
  const { data: bank = [] } = useCollection(
    (signal): Promise<BankComment[]> => send(autograde.commentBank, { user_puid: user.userPuid }, { signal, quiet: true }),
  );

  const { answers = [], previous_result_id: before, next_result_id: after } = student ?? {};
  const index = answers.findIndex(({ question }) => question.id === seen.questionId);
  const asked = answers[index];
  const [response] = seen.isGrading ? seen.responses : [];
  const list = answers.map((one): ListedAnswer => {
    const known = one.response ? withDecisions([one.response], seen.unsent, resource, one.question.id) : [];
    const shown = one === asked && response ? [response] : known;
    const [first] = shown;
    return {
      key: String(one.question.id),
      text: first ? answerText(one.question, first) : m.autograde_feedback_no_answer(),
      about: [questionName(one), ...(first ? [pointsText(shown, one.question.points, language)] : [])],
      isWaiting: first !== undefined && first.points === null,
    };
  });
  const move = (to: number) => {
    const questionId = answers[to]?.question.id;
    if (questionId !== undefined && to !== index) actor.send({ type: 'question.chosen', questionId });
  };
  const make = (
    about: Pick<Decision, 'resource' | 'questionId' | 'index'>,
    points: number | null,
    seenGradeId: number | null,
    words?: ReturnType<typeof wordsOf>,
  ) => {
    const decision: Decision = {
      ...{ key: crypto.randomUUID(), ...about, points, feedback: words?.feedback ?? '', details: words?.details },
      responses: [{ resultId, seenGradeId }],
    };
    actor.send({ type: 'decision.made', decision });
    delivery.actor.send({ type: 'decision.made', decision });
  };
  const decide = (points: number | null, words?: ReturnType<typeof wordsOf>) => {
    if (!asked || !response) return;
    make({ resource, questionId: asked.question.id }, points, response.grade?.grade_id ?? null, words);
    if (words) announce(m.autograde_comment_added());
    if (points === null) return;
    const max = figureWords(asked.question.points, language);
    announce(m.autograde_given({ count: 1, points: figureWords(points, language), max }));
    const next = list.findIndex(({ isWaiting }, at) => at > index && isWaiting);
    if (next >= 0) move(next);
  };
  const accept = () => {
    if (response?.points === null && response.suggestion) decide(response.suggestion.points);
  };
  const open = (result_id: number) => void navigate(addressOf(gradeStudent, itemId, itemTypeId, result_id));
  return (
    <Page width="wide">
      <PageHeader
        title={student && areNamesShown ? m.autograde_one_student_named({ name: nameOf(student) }) : m.autograde_one_student()}
        breadcrumbs={[
          { label: m.autograde_title(), href: addressOf(gradeReport) },
          ...(student ? [{ label: student.title, href: addressOf(gradeQuestions, itemId, itemTypeId) }] : []),
        ]}
        more={
          <Row gap={3}>
            <SaveStatus state={delivery.saved} onRetry={delivery.retry} timeZone={user.time_zone} />
            <Switch label={m.autograde_show_names()} isSelected={areNamesShown} onChange={setNamesShown} />
            <LinkButton href={addressOf(gradeQuestions, itemId, itemTypeId)}>{m.autograde_by_question()}</LinkButton>
          </Row>
        }
      />
      {delivery.isUnkept ? <Notice tone="warning">{m.autograde_unkept()}</Notice> : null}
      <Conflicts
        gone={seen.gone}
        conflicts={seen.conflicts.filter((conflict) => conflict.resultId === resultId)}
        questions={answers}
        onKeep={([conflict]) => {
          if (conflict) delivery.settle({ resultId, questionId: conflict.questionId, index: conflict.index });
        }}
        onInsist={([{ gradeId, mine, resource: of, questionId, index: formerIndex }]) =>
          make({ resource: of, questionId, index: formerIndex }, mine, gradeId)
        }
      />
      {seen.isUnread ? <ProblemNotice problem={seen.problem} onRetry={() => actor.send({ type: 'list.retried' })} /> : null}
      {asked ? (
        <div className={s.board}>
          <Section title={m.autograde_one_student_answers()}>
            <Stack gap={3}>
              <AnswerList
                label={m.autograde_one_student_answers()}
                answers={list}
                at={index}
                most={asked.question.points}
                onMove={move}
                onPoints={(points) => decide(points)}
                onAccept={accept}
                onComment={() => document.querySelector<HTMLElement>('[data-focus="comment"]')?.focus()}
              />
              {list.some(({ isWaiting }) => isWaiting) ? null : <Text tone="soft">{m.autograde_one_student_done()}</Text>}
              <Suspense fallback={null}>
                <Shortcuts />
              </Suspense>
              <Row gap={2}>
                {before ? <Button onPress={() => open(before)}>{m.autograde_previous_student()}</Button> : null}
                {after ? <Button onPress={() => open(after)}>{m.autograde_next_student()}</Button> : null}
              </Row>
            </Stack>
          </Section>
          <Section title={questionName(asked)}>
            <Stack gap={3}>
              <Html html={asked.question.question_text} />
              {keyInWords(asked.question) ? <Text tone="soft">{m.autograde_key({ key: keyInWords(asked.question) })}</Text> : null}
              {!seen.isGrading ? (
                seen.isUnread ? null : (
                  <Skeleton shape="row" count={3} />
                )
              ) : response ? (
                <DecisionPanel
                  key={asked.question.id}
                  resource={resource}
                  asked={asked}
                  group={[response]}
                  isSplit={false}
                  areNamesShown={areNamesShown}
                  bank={bank}
                  alike={[]}
                  onAccept={accept}
                  onDecide={decide}
                />
              ) : (
                <Text>{m.autograde_feedback_no_answer()}</Text>
              )}
            </Stack>
          </Section>
        </div>
      ) : seen.isUnread ? null : (
        <Skeleton shape="row" count={8} />
      )}
    </Page>
  );
}
