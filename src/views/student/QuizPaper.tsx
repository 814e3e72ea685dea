import type { Question } from '../../../contract/quiz.ts';
import type { PrintableQuiz } from '../../../contract/studentWork.ts';
import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import s from './paper.module.css';

const letter = (index: number) => String.fromCharCode(65 + index);
const linesToWrite = [1, 2, 3];

/** Where an answer goes on paper, by the question's type. */
function AnswerSpace({ question }: { question: Question }) {
  const { question_type, answer_options, targets, unit } = question;
  const options = (mark: string) => (
    <ul className={s.options}>
      {answer_options.map(({ id, answer_text }, index) => (
        <li key={id}>
          <span className={s.mark} data-mark={mark} aria-hidden="true" />
          <span>{letter(index)}</span>
          <span>{answer_text}</span>
        </li>
      ))}
    </ul>
  );
  switch (question_type) {
    case 'single_choice':
    case 'true_false':
      return options('round');
    case 'multiple_choice':
      return options('square');
    case 'ordering':
      return options('blank');
    case 'matching':
    case 'label_diagram':
      return (
        <div className={s.places}>
          <ul className={s.options}>
            {targets.map(({ id, text }) => (
              <li key={id}>
                <span className={s.mark} data-mark="blank" aria-hidden="true" />
                <span>{text}</span>
              </li>
            ))}
          </ul>
          <ul className={s.options}>
            {answer_options.map(({ id, answer_text }, index) => (
              <li key={id}>
                <span>{letter(index)}</span>
                <span>{answer_text}</span>
              </li>
            ))}
          </ul>
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

const howTo = (type: Question['question_type']): string | null =>
  type === 'multiple_choice'
    ? m.student_paper_all_that_apply()
    : type === 'ordering'
      ? m.student_paper_number()
      : type === 'matching' || type === 'label_diagram'
        ? m.student_paper_letter()
        : null;

/** The sheet: its head with name, date, period and class, then the questions, each kept together on a page. */
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
