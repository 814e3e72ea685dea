import { type GlossarySubject, type GlossaryTerm, glossary } from '../../../contract/glossary.ts';
import { type DataOf, Role } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconPrinter } from '../../ui/icons.ts';
import { Row } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { OpenPage } from '../player/Closed.tsx';
import { LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { languageOf } from '../student/library.ts';
import { useAddressValue } from '../tableAddress.ts';
import { crumbsOf } from './crumbs.ts';
import s from './print.module.css';
import { subjectName } from './subjectName.ts';
import { useSubject } from './subjects.ts';
import { useTerms } from './TermSearch.tsx';

type Form = 'cards' | 'sheet' | 'key';

/** Cards to cut out, or a sheet of sentences with its key, on paper. */
export default function PrintPage() {
  const { language } = usePreferences();
  const subject = useSubject();
  const [set] = useAddressValue('set', '');
  return (
    <OpenPage>
      <Print key={`${subject} ${set} ${language}`} subject={subject} setId={Number(set) || undefined} />
    </OpenPage>
  );
}

/** Which terms are printed: of a subject, of a set, or all. */
interface Chosen {
  subject: GlossarySubject | undefined;
  setId: number | undefined;
}

const titleOf = ({ subject, setId }: Chosen) => (subject ? subjectName[subject]() : setId ? m.termSets_kind() : m.glossary_all_terms());

function Print({ subject, setId }: Chosen) {
  const isStudent = useUser().role === Role.student;
  const [chosen, setForm] = useAddressValue('form', 'cards');
  const [sheet, setSheet] = useAddressValue('sheet', '1');
  const forms: { key: Form; label: string }[] = [
    { key: 'cards', label: m.glossary_cards() },
    { key: 'sheet', label: m.glossary_sheet() },
    ...(isStudent ? [] : [{ key: 'key' as const, label: m.glossary_key() }]),
  ];
  const form = forms.find(({ key }) => key === chosen)?.key ?? 'cards';
  return (
    <Page>
      <div className={s.screenOnly}>
        <PageHeader
          title={subject ? m.glossary_print_of({ subject: subjectName[subject]() }) : setId ? m.termSets_print() : m.glossary_print()}
          lead={form === 'cards' ? m.glossary_cards_lead() : m.glossary_sheet_lead()}
          breadcrumbs={crumbsOf(subject)}
          action={
            <Button variant="primary" icon={IconPrinter} onPress={() => window.print()}>
              {m.glossary_print_now()}
            </Button>
          }
        />
        <Row>
          <SegmentedControl<Form> label={m.glossary_print_form()} options={forms} value={form} onChange={setForm} />
        </Row>
      </div>
      {form === 'cards' ? (
        <Cards subject={subject} setId={setId} />
      ) : (
        <Sheet key={sheet} subject={subject} setId={setId} number={Number(sheet) || 1} isKey={form === 'key'} onNumber={setSheet} />
      )}
    </Page>
  );
}

/** Cards of one page of paper: two columns, four rows. */
const perPage = 8;

/** Each page of cards is followed by its back, mirrored, so that both sides of a card meet when the paper is turned over its long edge. */
function Cards({ subject, setId }: Chosen) {
  const { language } = usePreferences();
  const collection = useTerms(subject, '', setId);
  const terms = collection.data ?? [];
  const pages = Array.from({ length: Math.ceil(terms.length / perPage) }, (_, page) => terms.slice(page * perPage, (page + 1) * perPage));
  const other = language === 'es' ? 'en' : 'es';
  return (
    <>
      <LoadState collection={collection} shape="card" count={4} />
      {pages.map((page, at) => (
        <div key={page[0]?.term_id} className={s.leaf}>
          <ul className={s.cards} aria-label={m.glossary_cards_front({ page: at + 1 })}>
            {page.map(({ term_id, term }) => (
              <li key={term_id} className={s.card}>
                <strong>{term}</strong>
              </li>
            ))}
          </ul>
          <ul className={s.cards} data-side="back" aria-label={m.glossary_cards_back({ page: at + 1 })}>
            {mirrored(page).map((term, place) =>
              term ? (
                <li key={term.term_id} className={s.card}>
                  <p>{term.definition}</p>
                  <p className={s.other} lang={other}>
                    {term.other_term}
                  </p>
                </li>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: an empty place is known by nothing else
                <li key={place} className={s.card} aria-hidden="true" />
              ),
            )}
          </ul>
        </div>
      ))}
    </>
  );
}

/** Each row of two the other way around; the place of a missing card stays empty. */
export const mirrored = (page: readonly GlossaryTerm[]): (GlossaryTerm | null)[] =>
  Array.from({ length: Math.ceil(page.length / 2) }, (_, row) => [page[row * 2 + 1] ?? null, page[row * 2] ?? null]).flat();

interface SheetProps extends Chosen {
  number: number;
  isKey: boolean;
  onNumber: (sheet: string) => void;
}

function Sheet({ subject, setId, number, isKey, onNumber }: SheetProps) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const { language } = usePreferences();
  const collection = useCollection((signal) =>
    send(
      glossary.glossarySheet,
      {
        user_puid: userPuid,
        language_id: languageOf(language),
        sheet: number,
        ...(subject ? { subject } : {}),
        ...(setId ? { set_id: setId } : {}),
      },
      { signal },
    ),
  );
  const { data } = collection;
  return (
    <>
      <LoadState collection={collection} shape="text" count={8} />
      {data ? (
        <>
          <div className={s.screenOnly}>
            <Row>
              <NativeSelect
                label={m.glossary_sheet_number()}
                placeholder={m.glossary_sheet_number()}
                value={String(Math.min(number, data.sheets))}
                options={Array.from({ length: data.sheets }, (_, at) => ({
                  key: String(at + 1),
                  label: m.glossary_sheet_of({ sheet: at + 1, sheets: data.sheets }),
                }))}
                onChange={onNumber}
              />
            </Row>
          </div>
          <Paper title={titleOf({ subject, setId })} sheet={Math.min(number, data.sheets)} data={data} isKey={isKey} />
        </>
      ) : null}
    </>
  );
}

interface PaperProps {
  title: string;
  sheet: number;
  data: DataOf<typeof glossary.glossarySheet>;
  isKey: boolean;
}

function Paper({ title, sheet, data: { sentences, words, answers }, isKey }: PaperProps) {
  return (
    <article className={s.paper}>
      <h2>{isKey ? m.glossary_key_title({ title, sheet }) : m.glossary_sheet_title({ title, sheet })}</h2>
      {isKey ? null : (
        <>
          <p className={s.person}>
            <span>{m.glossary_sheet_name()}</span>
            <span>{m.glossary_sheet_date()}</span>
          </p>
          <ul className={s.words} aria-label={m.glossary_sheet_words()}>
            {words.map((word) => (
              <li key={word}>{word}</li>
            ))}
          </ul>
        </>
      )}
      <ol className={s.sentences}>
        {sentences.map((sentence, at) => {
          const [before, after] = sentence.split('____');
          return (
            <li key={sentence}>
              {before}
              {isKey ? <strong>{answers?.[at]}</strong> : <span className={s.blank} role="img" aria-label={m.glossary_blank()} />}
              {after}
            </li>
          );
        })}
      </ol>
    </article>
  );
}
