import { Language, ResourceType } from '../../contract/content.ts';
import type { ContentSet, ItemContent, QuestionContent } from '../../server/content/contentSet.ts';
import { importContent } from '../../server/content/importContent.ts';
import { openDatabase } from '../../server/db/open.ts';
import { counts, inWords } from '../lib/counts.ts';
import { type Measure, median } from '../lib/report.ts';

const { questions, readings } = counts.import;
const perQuiz = 10;

const questionAt = (at: number): QuestionContent => ({
  question_type: 'single_choice',
  question_html: `What is the answer to question ${at}?`,
  explanation_html: `It is explained in ${at} words.`,
  ...{ diagram: null, points: 1, difficulty: 0, unit: null, standards: [], targets: [] },
  options: ['A', 'B', 'C', 'D'].map((text) => ({
    text: `${text} ${at}`,
    is_answer: text === 'A',
    misconception: text === 'A' ? null : text,
  })),
  key: { kind: 'one' },
});

const quizAt = (at: number): ItemContent => ({
  ...{ code: `bench/unit/sub/quiz${at}`, sub_unit: 'bench/unit/sub', level3: null, item_type_id: ResourceType.quiz },
  ...{ title: `Quiz ${at}`, summary: '', body: { kind: 'quiz', intro_html: '' }, minutes: 10, grades: ['6'], standards: [], sources: [] },
  ...{ translates: null, is_assignable: true, is_learnosity_enabled: false, lexile: null, spanish_remark: null, collections: [] },
  quiz: {
    ...{ intro_html: '', delivery: 'quiz' },
    questions: Array.from({ length: perQuiz }, (_, index) => questionAt(at * perQuiz + index)),
  },
});

const course: ContentSet = {
  products: [
    {
      ...{ code: 'bench', name: 'Measured course', description: '', language_id: Language.english, grades: ['6'], translates: null },
      sort_order: 1,
      units: [
        {
          ...{ code: 'bench/unit', name: 'Unit', summary: '', translates: null, sort_order: 1 },
          sub_units: [{ code: 'bench/unit/sub', name: 'Sub-unit', level3: [] }],
          items: Array.from({ length: questions / perQuiz }, (_, at) => quizAt(at)),
          ...{ prebuilt_lessons: [], lesson_blocks: [] },
        },
      ],
    },
  ],
  ...{ standards: [], glossary: [], files: [] },
};

/** Imports of a course with many questions: into an empty catalog, and again without a change. */
export async function measureImport(): Promise<Measure[]> {
  const [first, again]: [number[], number[]] = [[], []];
  for (let reading = 0; reading < readings; reading++) {
    const db = await openDatabase(':memory:');
    for (const times of [first, again]) {
      const began = performance.now();
      await importContent(db, course);
      times.push(performance.now() - began);
    }
    await db.destroy();
  }
  const named = `import of ${inWords(questions)} questions`;
  return [
    { name: named, unit: 'ms', ours: median(first), goal: { atMost: 2_000 } },
    { name: `${named}, again`, unit: 'ms', ours: median(again), goal: { atMost: 2_000 } },
  ];
}
