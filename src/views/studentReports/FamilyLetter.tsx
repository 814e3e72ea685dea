import { Fragment, type ReactNode, useId } from 'react';
import type { StudentReport } from '../../../contract/studentReports.ts';
import { m } from '../../paraglide/messages.js';
import { formatWholeDay } from '../../ui/dateFormats.ts';
import { formatNumber, percent } from '../../ui/numbers.ts';
import { nameOf } from '../words.ts';
import { familyLimits, percentIn, standingOf, strengths } from './familyRules.ts';
import s from './studentReports.module.css';

/** How much of each list is written out, so that the letter stays within two pages. The rest is counted. */
const most = { lessons: 6, results: 10, standards: 4 };

type Language = 'en' | 'es';

interface FamilyLetterProps {
  report: StudentReport;
  /** The student's. */
  name: string;
  /** First and last day, YYYY-MM-DD. */
  days: readonly [from: string, to: string];
  today: string;
  language: Language;
  timeZone: string;
}

/** A letter about a student in plain words: what was done, what went well, what to practice. In its own language. */
export function FamilyLetter({ report, name, days, today, language, timeZone }: FamilyLetterProps) {
  const locale = { locale: language };
  // A letter is kept, so its dates have their year.
  const day = (instant: string) => formatWholeDay(instant, language, timeZone);
  const wholeDay = (date: string) => formatWholeDay(date, language, 'UTC');
  const { school_name, group_name, teachers, assignments, standards } = report;
  const results = [
    ...report.results,
    ...report.games.map(({ game_id, title, at, points, max_points }) => ({
      ...{ result_id: `game ${game_id}`, title, lesson_name: m.studentReports_family_game({}, locale) },
      ...{ submitted_at: at, score: points, max_score: max_points },
    })),
  ].toSorted((a, b) => (b.submitted_at ?? '').localeCompare(a.submitted_at ?? ''));
  const standing = Map.groupBy(assignments, standingOf);
  const of = (key: ReturnType<typeof standingOf>) => standing.get(key) ?? [];
  const { well, growing, practice } = strengths(standards);
  const dueLine = ({ lesson_name, to_date }: StudentReport['assignments'][number]) =>
    to_date === null ? lesson_name : m.studentReports_family_due_line({ lesson: lesson_name, day: day(to_date) }, locale);
  const resultLine = ({ title, lesson_name, submitted_at, score, max_score }: (typeof results)[number]) => (
    <>
      <strong>{title}</strong> <span className={s.soft}>{[lesson_name, ...(submitted_at ? [day(submitted_at)] : [])].join(', ')}</span>{' '}
      {score === null || !max_score
        ? m.studentReports_family_waiting({}, locale)
        : m.studentReports_family_result(
            { score: formatNumber(score, language), max: formatNumber(max_score, language), share: percent(score / max_score, language) },
            locale,
          )}
    </>
  );
  const standardLine = (one: StudentReport['standards'][number]) => (
    <>
      {one.summary === null ? one.code : <span lang="en">{one.summary}</span>}{' '}
      <span className={s.soft}>
        {m.studentReports_family_standard({ count: one.questions, share: percent(percentIn(one) / 100, language), code: one.code }, locale)}
      </span>
    </>
  );
  const list = <T,>(all: readonly T[], limit: number, keyOf: (one: T) => string | number, line: (one: T) => ReactNode) => (
    <ul className={s.list}>
      {all.slice(0, limit).map((one) => (
        <li key={keyOf(one)}>{line(one)}</li>
      ))}
      {all.length > limit ? <li>{m.studentReports_family_more({ count: all.length - limit }, locale)}</li> : null}
    </ul>
  );
  const standardsUnder = (title: string, some: StudentReport['standards']) =>
    some.length > 0 ? <Part title={title}>{list(some, most.standards, ({ code }) => code, standardLine)}</Part> : null;
  const facts = [
    [m.studentReports_family_school({}, locale), school_name],
    [m.studentReports_family_class({}, locale), group_name],
    [m.studentReports_family_teacher({ count: teachers.length }, locale), teachers.map(nameOf).join(', ')],
    [m.studentReports_family_days({}, locale), m.studentReports_family_from_to({ from: wholeDay(days[0]), to: wholeDay(days[1]) }, locale)],
    [m.studentReports_family_date({}, locale), wholeDay(today)],
  ];
  return (
    <article className={s.letter} lang={language}>
      <header className={s.head}>
        <h2>{m.studentReports_family_title({ name }, locale)}</h2>
        <dl className={s.facts}>
          {facts.map(([term, text]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </header>
      <Part title={m.studentReports_family_done({}, locale)}>
        {assignments.length === 0 ? (
          <p>{m.studentReports_family_nothing({}, locale)}</p>
        ) : (
          <>
            <p>
              {m.studentReports_family_completed(
                { name, completed: assignments.filter(({ state }) => state === 'completed').length, count: assignments.length },
                locale,
              )}
            </p>
            <dl className={s.counts}>
              {(
                [
                  ['onTime', m.classReports_on_time],
                  ['late', m.classReports_late],
                  ['missing', m.classReports_missing],
                  ['open', m.classReports_open],
                ] as const
              ).map(([key, words]) => (
                <div key={key}>
                  <dt>{words({}, locale)}</dt>
                  <dd>{formatNumber(of(key).length, language)}</dd>
                </div>
              ))}
            </dl>
            {(
              [
                ['missing', m.studentReports_family_missing],
                ['open', m.studentReports_family_open],
              ] as const
            ).map(([key, words]) =>
              of(key).length > 0 ? (
                <Fragment key={key}>
                  <h4>{words({}, locale)}</h4>
                  {list(of(key), most.lessons, ({ group_assignment_id }) => group_assignment_id, dueLine)}
                </Fragment>
              ) : null,
            )}
          </>
        )}
      </Part>
      <Part title={m.studentReports_family_results({}, locale)}>
        {results.length === 0 ? (
          <p>{m.studentReports_family_no_results({}, locale)}</p>
        ) : (
          list(results, most.results, ({ result_id }) => result_id, resultLine)
        )}
      </Part>
      {standardsUnder(m.studentReports_family_well({}, locale), well)}
      {standardsUnder(m.studentReports_family_growing({}, locale), growing)}
      {standardsUnder(m.studentReports_family_practice({}, locale), practice)}
      <footer className={s.soft}>
        <p>
          {m.studentReports_family_rule(
            {
              count: familyLimits.fewest,
              well: percent(familyLimits.well / 100, language),
              practice: percent(familyLimits.practice / 100, language),
            },
            locale,
          )}
        </p>
        <p>{m.studentReports_family_released({}, locale)}</p>
      </footer>
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={s.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
