import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { autograde, type BankComment, type GradedQuestion, mostInGroup, type QuestionResponse } from '../../../contract/autograde.ts';
import { type AutogradeInput, autogradeMachine } from '../../machines/autograde/autogradeMachine.ts';
import { type CommentDetails, type Decision, type GradedResource, groupsOf } from '../../machines/autograde/decisions.ts';
import { gradeDeliveryMachine } from '../../machines/autograde/gradeDeliveryMachine.ts';
import { m } from '../../paraglide/messages.js';
import { autogradeActors } from '../../services/autograde.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
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
import { plainText } from '../reports/plainText.ts';
import { figureWords } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { AnswerList, type ListedAnswer } from './AnswerList.tsx';
import s from './autograde.module.css';
import { withUsed } from './CommentField.tsx';
import { Conflicts } from './Conflicts.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { gradeReport } from './report.screen.ts';
import { questionScoring } from './scoring.screen.ts';
import { useGradeDelivery } from './useGradeDelivery.ts';
import { useKeptSelection } from './useKeptSelection.ts';
import { answerText, pointsText, questionName } from './words.ts';

// Opened for one answer at a time, so that grading itself stays small.
const Comments = lazy(async () => ({ default: (await import('./Comments.tsx')).Comments }));

const ExportResponses = lazy(async () => ({ default: (await import('./ExportResponses.tsx')).ExportResponses }));

// Read once, if at all.
const Shortcuts = lazy(async () => ({ default: (await import('./Shortcuts.tsx')).Shortcuts }));

const messages = { common_load_failed: m.common_load_failed };
/** A comment's words; without any, it is none. */
interface Words {
  feedback: string;
  details?: CommentDetails;
}
const noWords: Words = { feedback: '' };

interface GradingProps {
  input: AutogradeInput & { resource: GradedResource };
  /** Tests replace the chart that delivers. */
  deliveryLogic?: typeof gradeDeliveryMachine;
}

/** Runs the `autograde` chart on the answers to a quiz. */
export function Grading({ input, deliveryLogic = gradeDeliveryMachine }: GradingProps) {
  const { resource } = input;
  const { send } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const navigate = useNavigate();
  const actor = useChart(autogradeMachine, { actors: autogradeActors({ send, user }), input, announce: messages });
  const delivery = useGradeDelivery(actor, { logic: deliveryLogic });
  const seen = useFields(actor, (snapshot) => ({
    title: snapshot.context.title,
    questionId: snapshot.context.questionId,
    questions: snapshot.context.questions,
    responses: snapshot.context.responses,
    split: snapshot.context.split,
    comments: snapshot.context.comments,
    conflicts: snapshot.context.conflicts,
    gone: snapshot.context.gone,
    problem: snapshot.context.problem,
    selected: snapshot.context.resource,
    isGrading: snapshot.hasTag('grading'),
    isNavigatorOpen: snapshot.hasTag('navigator'),
    isItems: snapshot.hasTag('unselected'),
    areQuestionsFailed: snapshot.hasTag('unlisted'),
    areResponsesFailed: snapshot.hasTag('unanswered'),
    areCommentsBusy: snapshot.hasTag('commenting'),
    areCommentsOpen: snapshot.hasTag('commented'),
    areCommentsFailed: snapshot.hasTag('uncommented'),
  }));
  useKeptSelection(seen.selected, seen.questionId, seen.isNavigatorOpen);
  const [at, setAt] = useState(0);
  const [areNamesShown, setNamesShown] = useState(false);
  const { data: stored = [] } = useCollection((signal) =>
    send(autograde.commentBank, { user_puid: user.userPuid }, { signal, quiet: true }),
  );
  const [used, setUsed] = useState<readonly BankComment[]>([]);
  const bank = used.toReversed().reduce(withUsed, stored);

  const index = seen.questions.findIndex(({ question }) => question.id === seen.questionId);
  const asked = seen.questions[index];
  const groups = groupsOf(seen.responses, seen.split).toSorted((a, b) => b.length - a.length);
  const place = Math.min(at, Math.max(0, groups.length - 1));
  const group = groups[place] ?? [];
  const report = `/authenticated/${gradeReport.path}`;

  const make = (
    about: Pick<Decision, 'resource' | 'questionId' | 'index'>,
    responses: Decision['responses'],
    points: number | null,
    { feedback, details }: Words = noWords,
  ) => {
    for (let from = 0; from < responses.length; from += mostInGroup) {
      const some = responses.slice(from, from + mostInGroup);
      const decision: Decision = { key: crypto.randomUUID(), ...about, points, feedback, details, responses: some };
      actor.send({ type: 'decision.made', decision });
      delivery.actor.send({ type: 'decision.made', decision });
    }
  };
  const decide = (points: number | null, words: Words = noWords, scored: readonly QuestionResponse[] = group) => {
    if (!asked || scored.length === 0) return;
    make(
      { resource, questionId: asked.question.id },
      scored.map(({ result_id, grade }) => ({ resultId: result_id, seenGradeId: grade?.grade_id ?? null })),
      points,
      words,
    );
    if (words.details) {
      const { language: written, translation } = words.details;
      const comment = { feedback_text: words.feedback, language: written, translation, used: 1 };
      setUsed((before) => [comment, ...before]);
      announce(m.autograde_comment_added());
    }
    if (points === null) return;
    announce(
      m.autograde_given({
        count: scored.length,
        points: figureWords(points, language),
        max: figureWords(asked.question.points, language),
      }),
    );
    // On to the next answer that waits.
    const next = groups.findIndex((one, other) => other > place && one.some((response) => response.points === null));
    if (next >= 0) setAt(next);
  };
  const suggested = group[0]?.suggestion?.points;
  const alike = seen.responses.filter(
    ({ points, suggestion }) => points === null && suggestion?.points === suggested && suggestion !== null,
  );
  const accept = (responses: readonly QuestionResponse[]) => {
    // What has points by now is left alone.
    const same = responses.filter(({ points, suggestion }) => points === null && suggestion?.points === suggested);
    if (suggested === undefined || same.length === 0) return;
    decide(suggested, noWords, same);
    // The button is gone, and the keys work in the list.
    document.querySelector<HTMLElement>('[data-focus="answers"]')?.focus();
  };
  const choose = (one: GradedQuestion | undefined) => {
    if (!one) return;
    setAt(0);
    actor.send({ type: 'question.chosen', questionId: one.question.id });
  };
  const leave = () => {
    actor.send({ type: 'selection.reset' });
    void navigate(report);
  };
  if (seen.isItems)
    return (
      <Page>
        <EmptyState
          level={1}
          title={m.autograde_title()}
          action={<LinkButton href={addressOf(gradeReport)}>{m.autograde_to_list()}</LinkButton>}
        />
      </Page>
    );
  return (
    <Page width="wide">
      <PageHeader
        title={seen.title || m.autograde_title()}
        breadcrumbs={[{ label: m.autograde_title(), href: report }]}
        more={
          <Row gap={3}>
            <SaveStatus state={delivery.saved} onRetry={delivery.retry} timeZone={user.time_zone} />
            <Switch label={m.autograde_show_names()} isSelected={areNamesShown} onChange={setNamesShown} />
            <Button aria-pressed={seen.isNavigatorOpen} onPress={() => actor.send({ type: 'navigator.toggled' })}>
              {seen.isNavigatorOpen ? m.autograde_hide_questions() : m.autograde_show_questions()}
            </Button>
            <Button onPress={leave}>{m.autograde_to_list()}</Button>
          </Row>
        }
      />
      {delivery.isUnkept ? <Notice tone="warning">{m.autograde_unkept()}</Notice> : null}
      <Conflicts
        gone={seen.gone}
        conflicts={seen.conflicts}
        questions={seen.questions}
        onKeep={(conflicts) => {
          for (const { resultId, questionId, index: formerIndex } of conflicts)
            delivery.settle({ resultId, questionId, index: formerIndex });
        }}
        onInsist={(conflicts) => {
          const [{ mine, resource: of, questionId, index: formerIndex }] = conflicts;
          const responses = conflicts.map(({ resultId, gradeId }) => ({ resultId, seenGradeId: gradeId }));
          make({ resource: of, questionId, index: formerIndex }, responses, mine);
        }}
      />
      {seen.areQuestionsFailed ? <ProblemNotice problem={seen.problem} onRetry={() => actor.send({ type: 'list.retried' })} /> : null}
      {asked ? (
        <div className={s.board} data-navigator={seen.isNavigatorOpen || undefined}>
          {seen.isNavigatorOpen ? (
            <nav aria-label={m.autograde_questions()}>
              <ol className={s.questions}>
                {seen.questions.map((one) => (
                  <li key={one.question.id}>
                    <button type="button" className={s.question} aria-pressed={one === asked} onClick={() => choose(one)}>
                      {questionText(one, one === asked && seen.isGrading ? waitingIn(seen.responses) : one.waiting)}
                    </button>
                  </li>
                ))}
              </ol>
            </nav>
          ) : null}
          <Section title={questionName(asked)}>
            <Stack gap={3}>
              <Html html={asked.question.question_text} />
              <Row>
                <LinkButton href={addressOf(questionScoring, resource.itemId, resource.itemTypeId, asked.question.id)}>
                  {m.autograde_scoring_how()}
                </LinkButton>
                {seen.isGrading && groups.length > 0 ? (
                  <Suspense>
                    <ExportResponses key={asked.question.id} resource={resource} asked={asked} areNamesShown={areNamesShown} />
                  </Suspense>
                ) : null}
              </Row>
              {keyInWords(asked.question) ? <Text tone="soft">{m.autograde_key({ key: keyInWords(asked.question) })}</Text> : null}
              {seen.areResponsesFailed ? (
                <ProblemNotice problem={seen.problem} onRetry={() => actor.send({ type: 'list.retried' })} />
              ) : !seen.isGrading ? (
                <Skeleton shape="row" count={6} />
              ) : groups.length === 0 ? (
                <Text>{m.autograde_no_answers()}</Text>
              ) : (
                <>
                  <AnswerList
                    label={m.autograde_list()}
                    answers={groups.map((one) => listed(asked.question, one, language))}
                    at={place}
                    most={asked.question.points}
                    onMove={setAt}
                    onPoints={(points) => decide(points)}
                    onAccept={() => accept(group)}
                    onComment={() => document.querySelector<HTMLElement>('[data-focus="comment"]')?.focus()}
                  />
                  {waitingIn(seen.responses) === 0 ? <Text tone="soft">{m.autograde_all_graded()}</Text> : null}
                  <Suspense fallback={null}>
                    <Shortcuts />
                  </Suspense>
                </>
              )}
              <Row gap={2}>
                <Button reason={index === 0 ? questionName(asked) : null} onPress={() => choose(seen.questions[index - 1])}>
                  {m.autograde_previous_question()}
                </Button>
                <Button
                  reason={index === seen.questions.length - 1 ? questionName(asked) : null}
                  onPress={() => choose(seen.questions[index + 1])}
                >
                  {m.autograde_next_question()}
                </Button>
              </Row>
            </Stack>
          </Section>
          {seen.isGrading && group.length > 0 ? (
            <Stack gap={3}>
              <DecisionPanel
                key={`${asked.question.id} ${group[0]?.result_id}`}
                resource={resource}
                asked={asked}
                group={group}
                isSplit={seen.split.includes(group[0]?.same_as ?? 0)}
                areNamesShown={areNamesShown}
                bank={bank}
                alike={alike}
                onAccept={accept}
                onDecide={decide}
                onSplit={(isSplit) => actor.send({ type: isSplit ? 'group.split' : 'group.joined', sameAs: group[0]?.same_as ?? 0 })}
                onComments={() => actor.send({ type: 'comments.opened', resultId: group[0]?.result_id ?? 0 })}
              />
              {seen.areCommentsBusy ? <Skeleton shape="row" count={2} /> : null}
              {seen.areCommentsFailed ? (
                <ProblemNotice problem={seen.problem} onRetry={() => actor.send({ type: 'comments.retried' })} />
              ) : null}
              {seen.areCommentsOpen ? (
                <Section
                  title={m.autograde_comments_title()}
                  action={<Button onPress={() => actor.send({ type: 'comments.closed' })}>{m.autograde_comments_close()}</Button>}
                >
                  <Suspense fallback={<Skeleton shape="row" count={2} />}>
                    <Comments
                      comments={seen.comments}
                      onChanged={() => actor.send({ type: 'comments.opened', resultId: group[0]?.result_id ?? 0 })}
                    />
                  </Suspense>
                </Section>
              ) : null}
            </Stack>
          ) : null}
        </div>
      ) : seen.areQuestionsFailed ? null : seen.isGrading ? (
        <Text>{m.autograde_no_answers()}</Text>
      ) : (
        <Skeleton shape="row" count={8} />
      )}
    </Page>
  );
}

const listed = (question: GradedQuestion['question'], group: readonly QuestionResponse[], language: 'en' | 'es'): ListedAnswer => {
  const first = group[0] as QuestionResponse;
  return {
    key: `${first.result_id} ${group.length}`,
    text: answerText(question, first),
    about: [m.autograde_count({ count: group.length }), pointsText(group, question.points, language)],
    isWaiting: waitingIn(group) > 0,
  };
};

const waitingIn = (responses: readonly QuestionResponse[]): number => responses.filter(({ points }) => points === null).length;

function questionText(asked: GradedQuestion, count: number): string {
  const named = { name: questionName(asked), text: plainText(asked.question.question_text) };
  return count > 0 ? m.autograde_question_waits({ ...named, count }) : m.autograde_question_text(named);
}
