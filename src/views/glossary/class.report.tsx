import { type ClassTerms, glossary, type TermLevel } from '../../../contract/glossary.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { personColumns, reportCrumbs } from '../classReports/ofClass.ts';
import { type AnyTable, type GridMark, type ReportColumn, sectionTable } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { languageOf } from '../student/library.ts';
import { glossaryClass } from './class.screen.ts';
import { glossarySubject } from './subject.screen.ts';
import { subjectName } from './subjectName.ts';
import { addressIn } from './subjects.ts';

type Student = ClassTerms['students'][number];
type Term = ClassTerms['terms'][number];

const levels: Record<'known' | 'familiar' | 'learning', ReportColumn<Term | Student>> = {
  known: { header: m.glossary_level_known, value: ({ known }) => known, unit: 'number' },
  familiar: { header: m.glossary_level_familiar, value: ({ familiar }) => familiar, unit: 'number' },
  learning: { header: m.glossary_level_learning, value: ({ learning }) => learning, unit: 'number' },
};

const levelLook: Record<TermLevel, { name: () => string; shape: GridMark['shape']; share: number }> = {
  known: { name: m.glossary_level_known_one, shape: 'full', share: 1 },
  familiar: { name: m.glossary_level_familiar_one, shape: 'half', share: 0.5 },
  learning: { name: m.glossary_level_learning_one, shape: 'empty', share: 0 },
};

/** Students × terms: struggling students come together at the bottom, and hard terms at the end. Files have the words. */
function termGrid({ students, terms }: ClassTerms): AnyTable {
  const levelsOf = new Map(
    students.map(({ user_puid, terms }) => [user_puid, new Map(terms.map(({ term_id, level }) => [term_id, level]))]),
  );
  const columns = terms.map(({ term_id, subject, term }): [string, ReportColumn<Student>] => {
    const lookOf = ({ user_puid }: Student) => {
      const level = levelsOf.get(user_puid)?.get(term_id);
      return level && levelLook[level];
    };
    return [
      `term-${term_id}`,
      {
        header: () => term,
        value: (student) => lookOf(student)?.name() ?? null,
        missing: m.glossary_level_none,
        head: { href: addressIn(glossarySubject, subject), isWide: true },
        mark: (student) => {
          const look = lookOf(student);
          return { shape: look?.shape ?? 'dash', share: look?.share ?? null };
        },
      },
    ];
  });
  return sectionTable<Student, string>({
    key: 'levels',
    rows: students,
    rowKey: ({ user_puid }) => user_puid,
    caption: m.glossary_class_grid,
    sort: 'name',
    empty: m.teacher_no_students,
    grid: {
      legend: () => [...Object.values(levelLook).map(({ name, shape }) => [shape, name()] as const), ['dash', m.glossary_level_none()]],
      declared: m.reports_grid_declared,
    },
    columns: { ...personColumns, known: levels.known, ...Object.fromEntries(columns) },
  });
}

/** How well a class knows the terms that it has practiced, term by term and student by student. */
export default reportScreen({
  ...glossaryClass,
  call: glossary.glossaryClass,
  input: ({ ids: [group_puid] }) => ({ group_puid, language_id: languageOf(getLocale()) }),
  rows: ({ terms }) => terms,
  name: m.glossary_class,
  title: ({ group_name }) => m.glossary_class_of({ name: group_name }),
  lead: () => m.glossary_class_lead(),
  back: reportCrumbs,
  students: ({ students }) => students,
  figures: [
    {
      name: m.glossary_class_practicing,
      value: ({ students }) => students.filter(({ practiced }) => practiced > 0).length,
      unit: 'number',
    },
    { name: m.glossary_class_terms, value: ({ terms }) => terms.length, unit: 'number' },
  ],
  missing: {
    of: ({ students }, { name }) => students.filter(({ practiced }) => practiced === 0).map(name),
    words: m.glossary_class_missing,
  },
  filters: {
    kind: { label: m.glossary_subject, of: ({ subject }) => subject, nameOf: (subject) => subjectName[subject as Term['subject']]() },
  },
  rowKey: ({ term_id }) => term_id,
  caption: m.glossary_class_by_term,
  columns: {
    term: { header: m.glossary_term, value: ({ term }) => term, isRowHeader: true, width: 'l' },
    subject: { header: m.glossary_subject, value: ({ subject }) => subjectName[subject]() },
    practiced: { header: m.glossary_class_students, value: ({ practiced }) => practiced, unit: 'number' },
    ...levels,
  },
  sections: {
    of: (data) => [
      { key: 'grid', title: m.glossary_class_grid(), tables: data.terms.length > 0 ? [termGrid(data)] : [] },
      {
        key: 'students',
        title: m.glossary_class_by_student(),
        tables: [
          sectionTable<Student, string>({
            key: 'list',
            rows: data.students,
            rowKey: ({ user_puid }) => user_puid,
            caption: m.glossary_class_by_student,
            sort: 'name',
            empty: m.teacher_no_students,
            columns: {
              ...personColumns,
              practiced: { header: m.glossary_class_terms, value: ({ practiced }) => practiced, unit: 'number' },
              ...levels,
              last: { header: m.glossary_class_last, value: ({ last_at }) => last_at, unit: 'day' },
            },
          }),
        ],
      },
    ],
  },
  empty: { title: () => m.glossary_class_none(), text: () => m.glossary_class_none_text() },
});
