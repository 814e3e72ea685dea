import type { Question } from '../../../contract/quiz.ts';
import type { PrintableQuiz } from '../../../contract/studentWork.ts';
import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import s from './paper.module.css';

const letter = (index: number) => String.fromCharCode(65 + index);
const linesToWrite = [1, 2, 3];

interface AnswerSpaceProps {
  question: Question;
  /** The teacher's copy: correct answers are marked and filled in, and wrong choices show their misconceptions. */
  withKey?: boolean;
}

/** A blank for a letter, filled in on the key. */
function Blank({ right }: { right: string | null }) {
  return (
    <span className={s.mark} data-mark="blank" aria-hidden={right === null}>
      {right}
    </span>
  );
}

/** The space for an answer on paper, by question type. */
export function AnswerSpace({ question, withKey = false }: AnswerSpaceProps) {
  const { question_type, answer_options, targets, unit, correct_option_ids } = question;
  /** The letter of the option that belongs at a place. */
  const rightAt = (place: number): string | null => {
    const index = answer_options.findIndex(({ id }) => id === correct_option_ids?.[place]);
    return withKey && index !== -1 ? letter(index) : null;
  };
  const lettered = (mark?: 'round' | 'square') => (
    <ul className={s.options}>
      {answer_options.map(({ id, answer_text, is_answer, misconception }, index) => (
        <li key={id}>
          {mark ? <span className={s.mark} data-mark={mark} data-right={(withKey && is_answer) || undefined} aria-hidden="true" /> : null}
          <span>{letter(index)}.</span>
          <span className={s.option}>
            {answer_text}
            {withKey && is_answer ? <strong>{m.library_print_right()}</strong> : null}
            {withKey && misconception ? <span className={s.how}> {misconception}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  );
  switch (question_type) {
    case 'single_choice':
    case 'true_false':
      return lettered('round');
    case 'multiple_choice':
      return lettered('square');
    case 'ordering':
      return (
        <>
          {lettered()}
          <ol className={s.order}>
            {answer_options.map(({ id }, index) => (
              <li key={id}>
                <Blank right={rightAt(index)} />
              </li>
            ))}
          </ol>
        </>
      );
    case 'matching':
    case 'label_diagram':
      return (
        <div className={s.places}>
          <ul className={s.options}>
            {targets.map(({ id, text }, index) => (
              <li key={id}>
                <Blank right={rightAt(index)} />
                <span className={s.option}>{text}</span>
              </li>
            ))}
          </ul>
          {lettered()}
        </div>
      );
    case 'numeric':
      return (
        <p className={s.number}>
          <span className={s.line} aria-hidden="true" />
          {unit}
        </p>
      );
    case 'short_text':
      return (
        <div className={s.lines} aria-hidden="true">
          {linesToWrite.map((line) => (
            <span key={line} className={s.line} />
          ))}
        </div>
      );
  }
}

/** Instructions for paper, if the question has none. */
export const howTo = (type: Question['question_type']): string | null =>
  type === 'multiple_choice'
    ? m.student_paper_all_that_apply()
    : type === 'ordering'
      ? m.student_paper_order()
      : type === 'matching' || type === 'label_diagram'
        ? m.student_paper_letter()
        : null;

/** The sheet: a head with name, date, period and class, then the questions, each kept together on a page. */
export function QuizPaper({ quiz, studentName }: { quiz: PrintableQuiz; studentName: string }) {
  const points = quiz.questions.reduce((sum, question) => sum + question.points, 0);
  return (
    <article className={s.paper}>
      <header className={s.head}>
        <h2>{quiz.title}</h2>
        <p className={s.place}>
          {quiz.lesson_name} · {quiz.group_name} · {quiz.teacher_name}
        </p>
        <dl className={s.fields}>
          <div>
            <dt>{m.student_paper_name()}</dt>
            <dd>{studentName}</dd>
          </div>
          <div>
            <dt>{m.student_paper_date()}</dt>
            <dd />
          </div>
          <div>
            <dt>{m.student_paper_period()}</dt>
            <dd>{quiz.period}</dd>
          </div>
          <div>
            <dt>{m.student_paper_points()}</dt>
            <dd>{m.student_paper_of({ points })}</dd>
          </div>
        </dl>
      </header>
      <Html html={quiz.intro} />
      <ol className={s.questions}>
        {quiz.questions.map((question) => (
          <li key={question.id} className={s.question}>
            <div className={s.text}>
              <Html html={question.question_text} />
              <span className={s.points}>{m.student_paper_worth({ points: question.points })}</span>
            </div>
            {question.diagram ? <Html html={question.diagram} /> : null}
            {howTo(question.question_type) ? <p className={s.how}>{howTo(question.question_type)}</p> : null}
            <AnswerSpace question={question} />
          </li>
        ))}
      </ol>
    </article>
  );
}
