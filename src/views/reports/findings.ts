import { fewestStudents, flagsOf } from '../../../common/itemFlags.ts';
import type { QuizStatistics } from '../../../contract/reports.ts';
import type { AnalysedItem } from '../../../contract/usageReports.ts';
import { m } from '../../paraglide/messages.js';
import { flagWords } from '../usageReports/flagWords.ts';

/** Flags that say what went wrong, most urgent first. The others are about writing better questions. */
const urgent: readonly AnalysedItem['flags'][number]['flag'][] = ['key', 'negative', 'distractor', 'hard', 'skipped', 'misconception'];
/** How many questions are named. */
const most = 3;

/** What stands out in the quizzes of an assignment, in sentences, most urgent first; one sentence if nothing does. */
export function findingsOf(statistics: readonly QuizStatistics[], language: string): string[] {
  const found = statistics.flatMap(({ title, items }) =>
    items.flatMap((item, at) => {
      const flag = flagsOf(item).find((one) => urgent.includes(one.flag));
      if (!flag) return [];
      const question =
        statistics.length > 1 ? m.reports_found_question_of({ number: at + 1, title }) : m.classReports_question_no({ number: at + 1 });
      const option = (place: number) => `“${item.options[place]?.answer_text}”`;
      const text =
        flag.flag === 'key' && flag.option !== null
          ? m.reports_found_key({ question, option: option(flag.option) })
          : m.reports_found({ question, text: flagWords(flag, language, option) });
      return [{ rank: urgent.indexOf(flag.flag), facility: item.facility ?? 0, text }];
    }),
  );
  if (found.length > 0)
    return found
      .toSorted((a, b) => a.rank - b.rank || a.facility - b.facility)
      .slice(0, most)
      .map(({ text }) => text);
  const hasEnough = statistics.some(({ students }) => students >= fewestStudents);
  return [hasEnough ? m.reports_found_nothing() : m.reports_found_few({ count: fewestStudents })];
}
