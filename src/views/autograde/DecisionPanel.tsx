import { useState } from 'react';
import { numbersText } from '../../../common/authoring/numbersText.ts';
import type { BankComment, GradedQuestion, QuestionResponse } from '../../../contract/autograde.ts';
import type { GradedResource } from '../../machines/autograde/decisions.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { reasonText } from '../quiz/reasons.ts';
import { figureWords } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { usePreferences } from '../shell/preferences.ts';
import { nameOf } from '../words.ts';
import s from './autograde.module.css';
import { CommentField } from './CommentField.tsx';
import { isEmptyDraft, noDraft, wordsOf } from './commentDraft.ts';
import { feedbackAddress } from './feedbackAddress.ts';
import { gradeStudent } from './oneStudent.screen.ts';
import { MarkedText, SuggestionPanel } from './SuggestionPanel.tsx';
import { answerText, pointsText, steps } from './words.ts';

interface DecisionPanelProps {
  resource: GradedResource;
  asked: GradedQuestion;
  group: readonly QuestionResponse[];
  /** The group was taken apart: this is one of its answers. */
  isSplit: boolean;
  areNamesShown: boolean;
  bank: readonly BankComment[];
  /** All answers that wait with the same suggested points. */
  alike: readonly QuestionResponse[];
  onAccept: (responses: readonly QuestionResponse[]) => void;
  onDecide: (points: number | null, words?: ReturnType<typeof wordsOf>) => void;
  /** Absent: answers are graded one by one, student by student. */
  onSplit?: (isSplit: boolean) => void;
  onComments?: () => void;
}

/** What a teacher can do with an answer, or with all that are the same. */
export function DecisionPanel({
  resource,
  asked: { question },
  group,
  isSplit,
  areNamesShown,
  bank,
  alike,
  onAccept,
  onDecide,
  onSplit,
  onComments,
}: DecisionPanelProps) {
  const { language } = usePreferences();
  const [comment, setComment] = useState(noDraft);
  const first = group[0] as QuestionResponse;
  return (
    <div className={s.panel}>
      <p className={s.whole} dir="auto">
        {first.suggestion ? <MarkedText text={first.answer_text} ideas={first.suggestion.ideas} /> : answerText(question, first)}
      </p>
      {first.drawn ? (
        <Text size={2}>{m.autograde_drawn({ numbers: numbersText(first.drawn.numbers), right: first.drawn.right })}</Text>
      ) : null}
      <Text tone="soft" size={2}>
        {m.autograde_count({ count: group.length })} · {pointsText(group, question.points, language)}
        {first.grade && group.length === 1 && areNamesShown
          ? ` · ${m.autograde_feedback_scored_by({ name: first.grade.user_name })}`
          : null}
      </Text>
      {first.suggestion && first.points === null ? (
        <SuggestionPanel suggestion={first.suggestion} max={question.points} group={group} alike={alike} onAccept={onAccept} />
      ) : null}
      {first.points !== null && first.reasons.length > 0 ? (
        <details>
          <summary>{m.autograde_reasons()}</summary>
          <ul className={s.ideas}>
            {first.reasons.map((reason) => (
              <li key={JSON.stringify(reason)}>{reasonText(reason, language)}</li>
            ))}
          </ul>
        </details>
      ) : null}
      {areNamesShown ? <Text size={2}>{group.map(nameOf).join(', ')}</Text> : null}
      <Stack gap={2}>
        <Text isBold as="div" id="points">
          {m.autograde_points()}
        </Text>
        <Row gap={2}>
          {steps(question.points).map((points) => (
            <Button
              key={points}
              aria-label={m.autograde_give({ points: figureWords(points, language) })}
              aria-pressed={group.every((one) => one.points === points)}
              onPress={() => onDecide(points)}
            >
              {figureWords(points, language)}
            </Button>
          ))}
        </Row>
      </Stack>
      <CommentField draft={comment} onChange={setComment} bank={bank} resultId={first.result_id} />
      <Row gap={2}>
        <Button
          onPress={() => {
            if (isEmptyDraft(comment)) return;
            onDecide(null, wordsOf(comment, language));
            setComment(noDraft);
          }}
        >
          {m.autograde_comment_add()}
        </Button>
        {onSplit && (group.length > 1 || isSplit) ? (
          <Button onPress={() => onSplit(!isSplit)}>{isSplit ? m.autograde_join() : m.autograde_split()}</Button>
        ) : null}
        {onComments && group.length === 1 ? (
          <Button onPress={onComments}>{m.autograde_comments({ count: first.comment_count })}</Button>
        ) : null}
        <LinkButton href={feedbackAddress(resource.itemId, first.result_id, question.id)}>{m.autograde_student_answers()}</LinkButton>
        {onSplit ? (
          <LinkButton href={addressOf(gradeStudent, resource.itemId, resource.itemTypeId, first.result_id)}>
            {m.autograde_by_student()}
          </LinkButton>
        ) : null}
      </Row>
    </div>
  );
}
