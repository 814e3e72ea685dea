import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readDecimal } from '../../../common/readDecimal.ts';
import { autograde, type BankComment, type ResponseComment, type StudentResponses } from '../../../contract/autograde.ts';
import { type CommentLanguage, commentLanguages } from '../../../contract/comments.ts';
import type { CommentDetails } from '../../machines/autograde/decisions.ts';
import { m } from '../../paraglide/messages.js';
import { detailsOf } from '../../services/autograde.ts';
import { autogradeSlice } from '../../services/kit/slices/autograde.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Html } from '../../ui/Html.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { keyInWords } from '../quiz/answers.ts';
import { figureWords } from '../reports/words.ts';
import { decodeIds } from '../routeValue.ts';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';
import { nameOf } from '../words.ts';
import s from './autograde.module.css';
import { CommentField } from './CommentField.tsx';
import { Comments } from './Comments.tsx';
import { type CommentDraft, noDraft, wordsOf } from './commentDraft.ts';
import { feedbackAddress } from './feedbackAddress.ts';
import { gradeQuestions } from './questions.screen.ts';
import { gradeReport } from './report.screen.ts';
import { answerText, questionName } from './words.ts';

/** One answer, its comments and its points; the query holds the item, the result and the question. */
export default function FeedbackPage() {
  const [params] = useSearchParams();
  const value = params.get('id') ?? undefined;
  const ids = decodeIds(value, 3);
  if (!ids)
    return (
      <Page>
        <EmptyState
          level={1}
          title={m.autograde_feedback_gone()}
          action={<LinkButton href={addressOf(gradeReport)}>{m.autograde_to_list()}</LinkButton>}
        >
          {m.autograde_feedback_gone_text()}
        </EmptyState>
      </Page>
    );
  const [itemId, resultId, questionId] = ids as [number, number, number];
  return <Feedback key={value} itemId={itemId} resultId={resultId} questionId={questionId} />;
}

interface Place {
  itemId: number;
  resultId: number;
  questionId: number;
}
interface Loaded {
  student: StudentResponses;
  comments: ResponseComment[];
  bank: BankComment[];
}

function Feedback({ itemId, resultId, questionId }: Place) {
  const { send } = useApp();
  const { userPuid, districtID } = useUser();
  const [areNamesShown, setNamesShown] = useState(false);
  const collection = useCollection(async (signal): Promise<Loaded> => {
    const [student, comments, bank] = await Promise.all([
      send(autograde.studentResponses, { result_id: resultId }, { signal }),
      send(
        autograde.responseComments,
        { result_id: resultId, question_id: questionId, user_puid: userPuid, district_id: districtID },
        { signal },
      ),
      send(autograde.commentBank, { user_puid: userPuid }, { signal }),
    ]);
    return { student, comments, bank };
  });
  const { data, refresh } = collection;
  const student = data?.student;
  const asked = student?.answers.find(({ question }) => question.id === questionId);
  return (
    <LoadedPage
      collection={collection}
      title={student && areNamesShown ? m.autograde_feedback_title({ name: nameOf(student) }) : m.autograde_feedback_answer()}
      {...(student && asked ? { lead: m.autograde_feedback_lead({ title: student.title, number: asked.number }) } : {})}
      breadcrumbs={[
        { label: m.autograde_title(), href: addressOf(gradeReport) },
        ...(student ? [{ label: student.title, href: addressOf(gradeQuestions, itemId, student.itemtype_id) }] : []),
      ]}
      more={<Switch label={m.autograde_show_names()} isSelected={areNamesShown} onChange={setNamesShown} />}
      shape="card"
      count={2}
    >
      {(loaded) => <Answer {...loaded} place={{ itemId, resultId, questionId }} refresh={refresh} />}
    </LoadedPage>
  );
}

function Answer({ student, comments, bank, place, refresh }: Loaded & { place: Place; refresh: () => void }) {
  const { send, persistence } = useApp();
  const { language } = usePreferences();
  const { userPuid } = useUser();
  const { itemId, resultId, questionId } = place;
  const index = student.answers.findIndex(({ question }) => question.id === questionId);
  const draftKey = `${resultId}/${questionId}`;
  /** Where an earlier version of the program kept the draft. */
  const formerKey = `${resultId}/${student.answers[index]?.question_index}`;
  /** The draft in the teacher's language keeps the key that it always had. */
  const keyOf = (of: CommentLanguage, key = draftKey) => (of === language ? key : `${key}/${of}`);
  const [comment, setComment] = useState((): CommentDraft => {
    const drafts = persistence()?.read(autogradeSlice)?.drafts ?? {};
    const kept = (of: CommentLanguage) => drafts[keyOf(of)] ?? drafts[keyOf(of, formerKey)] ?? '';
    return { en: kept('en'), es: kept('es'), place: null };
  });
  const [points, setPoints] = useState('');
  const [isWrong, setWrong] = useState(false);
  const keepDraft = (draft: CommentDraft) => {
    setComment(draft);
    persistence()?.update(autogradeSlice, (before) => {
      const texts = { ...before?.drafts, ...Object.fromEntries(commentLanguages.map((of) => [keyOf(of), draft[of]])) };
      const former = commentLanguages.map((of) => keyOf(of, formerKey));
      const drafts = Object.fromEntries(Object.entries(texts).filter(([key, text]) => text !== '' && !former.includes(key)));
      return { ...(before ?? { resource: null, questionId: null, isNavigatorOpen: true }), drafts };
    });
  };
  const [before, one, after] = [student.answers[index - 1], student.answers[index], student.answers[index + 1]];
  const response = one?.response ?? null;
  const command = useCommand(
    'gradeFeedback',
    ({ text, details, score }: { text: string; details: CommentDetails; score: number | null }, { signal }) =>
      send(
        autograde.submitUserFeedback,
        {
          ...{ result_id: resultId, user_puid: userPuid, question_id: questionId, user_feedback: text, user_score: score },
          ...detailsOf(details),
          seen_grade_id: response?.grade?.grade_id ?? null,
        },
        { signal },
      ),
    {
      announce: { done: () => m.autograde_feedback_sent(), failed: problemText },
      onDone: () => {
        keepDraft(noDraft);
        setPoints('');
        refresh();
      },
    },
  );
  if (!one) return <Text>{m.autograde_feedback_no_answer()}</Text>;
  const { question } = one;
  const save = () => {
    const { feedback: text, details } = wordsOf(comment, language);
    const score = readDecimal(points) ?? null;
    const isFine = score === null ? points.trim() === '' : score >= 0 && score <= question.points;
    setWrong(!isFine);
    if (isFine && (text !== '' || score !== null)) command.give({ text, details, score });
  };
  const max = figureWords(question.points, language);
  return (
    <Stack gap={5}>
      <Section title={questionName(one)}>
        <Stack gap={3}>
          <Html html={question.question_text} />
          {keyInWords(question) ? <Text tone="soft">{m.autograde_key({ key: keyInWords(question) })}</Text> : null}
        </Stack>
      </Section>
      <Section title={m.autograde_feedback_answer()}>
        {response ? (
          <Stack gap={2}>
            <p className={s.whole} dir="auto">
              {answerText(question, response)}
            </p>
            <Text tone="soft">
              {response.points === null
                ? m.autograde_waits()
                : m.autograde_points_of({ points: figureWords(response.points, language), max })}
              {response.grade
                ? ` · ${m.autograde_feedback_scored_by({ name: response.grade.user_name })}`
                : response.points === null
                  ? null
                  : ` · ${m.autograde_feedback_by_key()}`}
            </Text>
          </Stack>
        ) : (
          <Text>{m.autograde_feedback_no_answer()}</Text>
        )}
      </Section>
      <Section title={m.autograde_comments_title()}>
        <Comments comments={comments} onChanged={refresh} />
      </Section>
      {response ? (
        <div className={s.panel}>
          {command.problem ? (
            <div data-focus="command-problem" tabIndex={-1}>
              <Notice tone="error">{problemText(command.problem)}</Notice>
            </div>
          ) : null}
          {command.isDone ? <Notice tone="success">{m.autograde_feedback_sent()}</Notice> : null}
          <CommentField draft={comment} onChange={keepDraft} bank={bank} resultId={resultId} />
          <TextField
            label={m.autograde_points()}
            description={m.autograde_feedback_score({ max })}
            inputMode="decimal"
            value={points}
            onChange={(text) => {
              setPoints(text);
              setWrong(false);
            }}
            error={isWrong ? m.autograde_feedback_bad_score({ max }) : undefined}
          />
          <Row gap={2}>
            <Button variant="primary" isPending={command.isSaving} onPress={save}>
              {m.autograde_feedback_send()}
            </Button>
          </Row>
        </div>
      ) : null}
      <Row gap={2}>
        {before ? (
          <LinkButton href={feedbackAddress(itemId, resultId, before.question.id)}>{m.autograde_previous_question()}</LinkButton>
        ) : null}
        {after ? <LinkButton href={feedbackAddress(itemId, resultId, after.question.id)}>{m.autograde_next_question()}</LinkButton> : null}
      </Row>
    </Stack>
  );
}
