import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { autograde, type ResponseComment, type StudentResponses } from '../../../contract/autograde.ts';
import { m } from '../../paraglide/messages.js';
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
import { feedbackAddress } from './feedbackAddress.ts';
import { gradeQuestions } from './questions.screen.ts';
import { gradeReport } from './report.screen.ts';
import { answerText } from './words.ts';

/** One answer, its comments and its points; the query holds the item, the result and the place of the question. */
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
  const [itemId, resultId, index] = ids as [number, number, number];
  return <Feedback key={value} itemId={itemId} resultId={resultId} index={index} />;
}

interface Place {
  itemId: number;
  resultId: number;
  index: number;
}
interface Loaded {
  student: StudentResponses;
  comments: ResponseComment[];
  bank: string[];
}

function Feedback({ itemId, resultId, index }: Place) {
  const { send } = useApp();
  const { userPuid, districtID } = useUser();
  const [areNamesShown, setNamesShown] = useState(false);
  const collection = useCollection(async (signal): Promise<Loaded> => {
    const [student, comments, bank] = await Promise.all([
      send(autograde.studentResponses, { result_id: resultId }, { signal }),
      send(
        autograde.responseComments,
        { result_id: resultId, question_index: index, user_puid: userPuid, district_id: districtID },
        { signal },
      ),
      send(autograde.commentBank, { user_puid: userPuid }, { signal }),
    ]);
    return { student, comments, bank: bank.map(({ feedback_text }) => feedback_text) };
  });
  const { data, refresh } = collection;
  const student = data?.student;
  return (
    <LoadedPage
      collection={collection}
      title={student && areNamesShown ? m.autograde_feedback_title({ name: nameOf(student) }) : m.autograde_feedback_answer()}
      {...(student ? { lead: m.autograde_feedback_lead({ title: student.title, number: index + 1 }) } : {})}
      breadcrumbs={[
        { label: m.autograde_title(), href: addressOf(gradeReport) },
        ...(student ? [{ label: student.title, href: addressOf(gradeQuestions, itemId, student.itemtype_id) }] : []),
      ]}
      more={<Switch label={m.autograde_show_names()} isSelected={areNamesShown} onChange={setNamesShown} />}
      shape="card"
      count={2}
    >
      {(loaded) => <Answer {...loaded} place={{ itemId, resultId, index }} refresh={refresh} />}
    </LoadedPage>
  );
}

function Answer({ student, comments, bank, place, refresh }: Loaded & { place: Place; refresh: () => void }) {
  const { send, persistence } = useApp();
  const { language } = usePreferences();
  const { userPuid } = useUser();
  const { itemId, resultId, index } = place;
  const draftKey = `${resultId}/${index}`;
  const [comment, setComment] = useState(() => persistence()?.read(autogradeSlice)?.drafts[draftKey] ?? '');
  const [points, setPoints] = useState('');
  const [isWrong, setWrong] = useState(false);
  const keepDraft = (text: string) => {
    setComment(text);
    persistence()?.update(autogradeSlice, (before) => {
      const { [draftKey]: _old, ...drafts } = before?.drafts ?? {};
      return {
        ...(before ?? { resource: null, index: 0, isNavigatorOpen: true }),
        drafts: text === '' ? drafts : { ...drafts, [draftKey]: text },
      };
    });
  };
  const one = student.answers[index];
  const response = one?.response ?? null;
  const command = useCommand(
    'gradeFeedback',
    ({ text, score }: { text: string; score: number | null }, { signal }) =>
      send(
        autograde.submitUserFeedback,
        {
          ...{ result_id: resultId, user_puid: userPuid, question_index: index, user_feedback: text, user_score: score },
          seen_grade_id: response?.grade?.grade_id ?? null,
        },
        { signal },
      ),
    {
      announce: { done: () => m.autograde_feedback_sent(), failed: problemText },
      onDone: () => {
        keepDraft('');
        setPoints('');
        refresh();
      },
    },
  );
  if (!one) return <Text>{m.autograde_feedback_no_answer()}</Text>;
  const { question } = one;
  const save = () => {
    const text = comment.trim();
    const score = points.trim() === '' ? null : Number(points.replace(',', '.'));
    const isFine = score === null || (Number.isFinite(score) && score >= 0 && score <= question.points);
    setWrong(!isFine);
    if (isFine && (text !== '' || score !== null)) command.give({ text, score });
  };
  const max = figureWords(question.points, language);
  return (
    <Stack gap={5}>
      <Section title={m.autograde_question({ number: index + 1 })}>
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
        <Comments comments={comments} />
      </Section>
      {response ? (
        <div className={s.panel}>
          {command.problem ? (
            <div data-focus="command-problem" tabIndex={-1}>
              <Notice tone="error">{problemText(command.problem)}</Notice>
            </div>
          ) : null}
          {command.isDone ? <Notice tone="success">{m.autograde_feedback_sent()}</Notice> : null}
          <CommentField value={comment} onChange={keepDraft} bank={bank} />
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
        {index > 0 ? <LinkButton href={feedbackAddress(itemId, resultId, index - 1)}>{m.autograde_previous_question()}</LinkButton> : null}
        {index < student.answers.length - 1 ? (
          <LinkButton href={feedbackAddress(itemId, resultId, index + 1)}>{m.autograde_next_question()}</LinkButton>
        ) : null}
      </Row>
    </Stack>
  );
}
