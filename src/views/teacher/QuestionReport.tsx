import type { ResponsesReport } from '../../../contract/assignments.ts';
import { m } from '../../paraglide/messages.js';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { sanitize } from '../../ui/sanitize.ts';

type QuizReport = ResponsesReport[number];

interface QuestionRow {
  number: number;
  id: number;
  text: string;
  answered: number;
  correct: number;
}

const plain = (html: string) => sanitize(html, '').textContent?.trim() ?? '';

/** Question by question: how many answered, how many were right. */
export function QuestionReport({ quiz }: { quiz: QuizReport }) {
  const rows = quiz.questions.map<QuestionRow>((question, at) => {
    const responses = quiz.students.flatMap((student) => student.responses.filter((response) => response.question_id === question.id));
    return {
      number: at + 1,
      id: question.id,
      text: plain(question.question_text),
      answered: responses.length,
      correct: responses.filter(({ is_correct }) => is_correct === true).length,
    };
  });
  const columns: TableColumn<QuestionRow>[] = [
    { key: 'number', header: m.teacher_number(), align: 'end', width: 'xs', value: (row) => row.number },
    { key: 'question', header: m.teacher_question(), isRowHeader: true, width: 'xl', value: (row) => row.text },
    { key: 'answered', header: m.teacher_answered(), align: 'end', value: (row) => row.answered },
    { key: 'correct', header: m.teacher_correct(), align: 'end', value: (row) => row.correct },
    {
      key: 'share',
      header: m.teacher_correct_share(),
      align: 'end',
      value: (row) => (row.answered === 0 ? null : row.correct / row.answered),
      text: (row) => (row.answered === 0 ? '–' : `${Math.round((100 * row.correct) / row.answered)} %`),
    },
  ];
  return (
    <DataTable
      caption={quiz.title}
      isCaptionHidden
      rows={rows}
      columns={columns}
      rowKey={(row) => String(row.id)}
      fileName={quiz.title}
      empty={<EmptyState title={m.teacher_no_responses()} />}
    />
  );
}
