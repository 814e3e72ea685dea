import { useState } from 'react';
import type { Answer } from '../../../common/attempt.ts';
import type { Question } from '../../../contract/quiz.ts';
import { m } from '../../paraglide/messages.js';
import { Card } from '../../ui/Card.tsx';
import { unmarked } from '../glossary/termsOnce.ts';
import { QuestionInput } from '../quiz/QuestionInput.tsx';

/** A question as students see it. It can be tried out; nothing is sent. */
export default function AsStudents({ question }: { question: Question }) {
  const [answer, setAnswer] = useState<Answer>();
  return (
    <Card level={2} title={m.itemBank_as_students()}>
      <QuestionInput question={unmarked(question)} answer={answer} onChange={setAnswer} />
    </Card>
  );
}
