import { useParams } from 'react-router-dom';
import type { DataOf } from '../../../contract/kit.ts';
import { library } from '../../../contract/library.ts';
import type { Question } from '../../../contract/quiz.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Html } from '../../ui/Html.tsx';
import { IconPrinter } from '../../ui/icons.ts';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { decodeIds } from '../routeValue.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { AnswerSpace, howTo } from '../student/QuizPaper.tsx';
import { useAddressValue } from '../tableAddress.ts';
import s from './library.module.css';
import { type PaperVersion, versionOf } from './paperVersions.ts';

/** A quiz for print, with or without its key (`content/printQuiz`). */
export default function PrintQuizWithKeyPage() {
  const { value } = useParams();
  const [item_id] = decodeIds(value, 1) as [number];
  return <Sheet key={item_id} item_id={item_id} />;
}

function Sheet({ item_id }: { item_id: number }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const [key, setKey] = useAddressValue('key', 'without');
  const [chosen, setChosen] = useAddressValue('version', 'one');
  const version = chosen === 'a' || chosen === 'b' ? chosen : null;
  const collection = useCollection((signal) => send(library.quizSheet, { userPuid, item_id }, { signal, quiet: true }));
  const { data } = collection;
  const withKey = key === 'with';
  return (
    <Page>
      <div className={s.screenOnly}>
        <PageHeader
          title={m.library_print_title()}
          breadcrumbs={[{ label: m.teacher_library(), href: paths.contentHome }]}
          more={
            <>
              <SegmentedControl
                label={m.library_print_version()}
                value={version ?? 'one'}
                options={[
                  { key: 'one', label: m.library_print_as_written() },
                  { key: 'a', label: 'A' },
                  { key: 'b', label: 'B' },
                ]}
                onChange={setChosen}
              />
              <SegmentedControl
                label={m.library_print_key()}
                value={withKey ? 'with' : 'without'}
                options={[
                  { key: 'without', label: m.library_print_students() },
                  { key: 'with', label: m.library_print_with_key() },
                ]}
                onChange={setKey}
              />
            </>
          }
          action={
            <Button variant="primary" icon={IconPrinter} reason={data ? null : m.ui_wait()} onPress={() => window.print()}>
              {m.library_print()}
            </Button>
          }
        />
      </div>
      <LoadState collection={collection} shape="row" count={8} />
      {data ? <Paper sheet={data} withKey={withKey} version={version} /> : null}
    </Page>
  );
}

type QuizSheet = DataOf<typeof library.quizSheet>;

interface PaperProps {
  /** `drawn` is needed for versions only. */
  sheet: Omit<QuizSheet, 'item_id' | 'drawn'> & Partial<Pick<QuizSheet, 'drawn'>>;
  withKey: boolean;
  /** Null: as written. */
  version?: PaperVersion | null;
}

/** The sheet of a quiz, or its key. */
export function Paper({ sheet, withKey, version = null }: PaperProps) {
  const points = sheet.questions.reduce((sum, question) => sum + question.points, 0);
  const own = new Map(((version && sheet.drawn?.[version]) ?? []).map((question) => [question.id, question]));
  const questions = version
    ? versionOf(
        sheet.questions.map((question) => own.get(question.id) ?? question),
        version,
      )
    : sheet.questions;
  const title = version ? m.library_print_version_of({ title: sheet.title, version: version.toUpperCase() }) : sheet.title;
  return (
    <article className={s.sheet} aria-label={title}>
      <header>
        <div className={s.sheetHead}>
          <span className={s.blank}>{m.library_print_name()}</span>
          <span className={s.blank}>{m.library_print_date()}</span>
          <span className={s.blank}>{m.library_print_period()}</span>
        </div>
        <h2>{withKey ? m.library_print_key_of({ title }) : title}</h2>
        <p className={s.soft}>
          {m.library_print_facts({ points, minutes: sheet.minutes })}
          {withKey && sheet.standards.length > 0 ? ` · ${sheet.standards.join(', ')}` : ''}
        </p>
        {sheet.intro_html ? <Html html={sheet.intro_html} look="reading" /> : null}
      </header>
      <ol className={s.questions}>
        {questions.map((question) => (
          <li key={question.id} className={s.question}>
            <PaperQuestion question={question} withKey={withKey} />
          </li>
        ))}
      </ol>
    </article>
  );
}

function PaperQuestion({ question, withKey }: { question: Question; withKey: boolean }) {
  const how = howTo(question.question_type);
  return (
    <>
      <Html html={question.question_text} />
      <span className={s.soft}>{m.library_points({ count: question.points })}</span>
      {question.diagram ? (
        <div className={s.diagram}>
          <Html html={question.diagram} />
        </div>
      ) : null}
      {how ? <p className={s.soft}>{how}</p> : null}
      <AnswerSpace question={question} withKey={withKey} />
      {withKey ? (
        <div className={s.key}>
          {question.correct_answer ? (
            <p>
              <strong>{m.library_print_answer()}</strong> {question.correct_answer}
            </p>
          ) : null}
          {question.explanation ? <Html html={question.explanation} /> : null}
        </div>
      ) : null}
    </>
  );
}
