import { QuestionText } from '../quiz/QuestionText.tsx';
import s from './quizGame.module.css';

/** The question of a round, with its drawing. */
export const AskedText = ({ question_text, diagram }: { question_text: string; diagram?: string | null }) => (
  <div className={s.asked}>
    <QuestionText html={question_text} />
    {diagram ? <QuestionText html={diagram} /> : null}
  </div>
);
