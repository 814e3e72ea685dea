import { may } from '../../../common/may.ts';
import type { Rules } from '../../../common/recordValues.ts';
import { type CatalogTerm, catalogTerms, catalogTermLimits as limits, type TermOrigin } from '../../../contract/catalogTerms.ts';
import { glossarySubjects } from '../../../contract/glossary.ts';
import { m } from '../../paraglide/messages.js';
import { catalogTermSource, offerTerm } from '../../services/catalogTerms.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { useApp } from '../app.ts';
import { subjectName } from '../glossary/subjectName.ts';
import { useUser } from '../hooks.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';
import { glossaryTerms } from './glossaryTerms.screen.ts';

const offered = 'offered';
const all = 'all';

/** What a term may lack, by the value in the address. */
const has: Readonly<Record<string, (term: CatalogTerm) => boolean>> = {
  fact: ({ fact }) => fact !== '',
  noFact: ({ fact }) => fact === '',
  sentence: ({ fill_in }) => fill_in !== '',
  noSentence: ({ fill_in }) => fill_in === '',
};

const originName: Readonly<Record<TermOrigin, () => string>> = {
  course: m.catalogTerms_origin_course,
  edited: m.catalogTerms_origin_edited,
  added: m.catalogTerms_origin_added,
};
const originText = ({ origin, is_course_new }: CatalogTerm) => (is_course_new ? m.catalogTerms_origin_other() : originName[origin]());

const columns = (language: string): TableColumn<CatalogTerm>[] => [
  { key: 'term', header: m.glossary_term(), value: ({ term }) => term, isRowHeader: true, width: 'm' },
  { key: 'term_es', header: m.glossary_term_es(), value: ({ term_es }) => term_es, width: 'm' },
  { key: 'subject', header: m.catalogTerms_subject(), value: ({ subject }) => subjectName[subject](), width: 's' },
  { key: 'definition', header: m.ownTerms_definition(), value: ({ definition }) => definition, width: 'l' },
  { key: 'definition_es', header: m.glossary_definition_es(), value: ({ definition_es }) => definition_es, width: 'l' },
  { key: 'fact', header: m.catalogTerms_fact(), value: ({ fact }) => fact, width: 'l' },
  { key: 'fact_es', header: m.catalogTerms_fact_es(), value: ({ fact_es }) => fact_es, width: 'l' },
  { key: 'fill_in', header: m.ownTerms_fill_in(), value: ({ fill_in }) => fill_in, width: 'l' },
  { key: 'fill_in_es', header: m.ownTerms_fill_in_es(), value: ({ fill_in_es }) => fill_in_es, width: 'l' },
  {
    key: 'origin',
    header: m.catalogTerms_origin(),
    value: originText,
    look: (text, { is_course_new }) => (is_course_new ? <Badge isLong>{text}</Badge> : text),
  },
  {
    key: 'item_count',
    header: m.catalogTerms_items(),
    value: ({ item_count }) => item_count,
    text: ({ item_count }) => formatNumber(item_count, language),
    align: 'end',
    width: 's',
  },
];

const text = (most: number, isRequired: boolean) => ({ kind: 'text', most, isRequired, isUnique: false }) as const;
const rules = (): Rules => ({
  subject: {
    kind: 'choice',
    isRequired: true,
    initial: glossarySubjects[0],
    options: glossarySubjects.map((key) => ({ key, label: subjectName[key]() })),
  },
  term: text(limits.term, true),
  term_es: text(limits.term, true),
  definition: text(limits.text, true),
  definition_es: text(limits.text, true),
  fact: text(limits.text, false),
  fact_es: text(limits.text, false),
  fill_in: text(limits.fill_in, false),
  fill_in_es: text(limits.fill_in, false),
});

/** The form, the filters, and the button that brings a withdrawn term back. */
function useTermParts({ chosen, choose, list, say, refresh }: RecordFrame): RecordParts<CatalogTerm> {
  const { send } = useApp();
  const user = useUser();
  const offering = useCommand('termOffer', (row: CatalogTerm, { signal }) => offerTerm(send, row, signal), {
    onDone: ({ term }) => {
      say(m.catalogTerms_offered({ term }));
      refresh();
    },
  });
  const subject = glossarySubjects.find((one) => one === chosen.subject);
  const part = chosen.part && chosen.part in has ? chosen.part : all;
  return {
    rules,
    isShown: (row) =>
      row.is_offered === (list === offered) && (subject ?? row.subject) === row.subject && (has[part] === undefined || has[part](row)),
    isRemovable: ({ is_offered }) => is_offered,
    actions: (row) =>
      row.is_offered || !may(user, catalogTerms.offerCatalogTerm)
        ? []
        : [
            {
              key: 'offer',
              label: m.catalogTerms_offer(),
              description: m.catalogTerms_offer_name({ term: row.term }),
              reason: offering.isBusy ? m.ui_wait() : null,
              isButton: true,
              onAction: () => offering.give(row),
            },
          ],
    above: () =>
      offering.problem ? (
        <ProblemNotice
          title={m.catalogTerms_offer_failed({ term: offering.order?.term ?? '' })}
          problem={offering.problem}
          focus="command-problem"
        />
      ) : null,
    tools: (
      <>
        <NativeSelect
          label={m.catalogTerms_subject()}
          placeholder={m.records_all()}
          options={[{ key: all, label: m.records_all() }, ...glossarySubjects.map((key) => ({ key, label: subjectName[key]() }))]}
          value={subject ?? all}
          onChange={(key) => choose({ subject: key === all ? '' : key })}
        />
        <NativeSelect
          label={m.catalogTerms_part()}
          placeholder={m.records_all()}
          options={[
            { key: all, label: m.records_all() },
            { key: 'fact', label: m.catalogTerms_with_fact() },
            { key: 'noFact', label: m.catalogTerms_without_fact() },
            { key: 'sentence', label: m.catalogTerms_with_sentence() },
            { key: 'noSentence', label: m.catalogTerms_without_sentence() },
          ]}
          value={part}
          onChange={(key) => choose({ part: key === all ? '' : key })}
        />
      </>
    ),
  };
}

/** Terms of the glossary of all districts, which the provider's administrators write and withdraw (`admin/glossaryTerms`). */
export default recordScreen<CatalogTerm>({
  ...glossaryTerms,
  title: m.catalogTerms_title,
  lead: m.catalogTerms_lead,
  source: catalogTermSource,
  nameOf: ({ term }) => term,
  columns: (_, language) => columns(language),
  lists: {
    name: 'state',
    label: m.catalogTerms_state,
    options: { [offered]: m.catalogTerms_state_offered, withdrawn: m.catalogTerms_state_withdrawn },
  },
  initial: {
    sort: { key: 'term', isDescending: false },
    filter: '',
    hidden: ['definition_es', 'fact', 'fact_es', 'fill_in', 'fill_in_es', 'item_count'],
  },
  filters: ['subject', 'part'],
  fields: {
    subject: { label: m.catalogTerms_subject },
    term: { label: m.glossary_term },
    term_es: { label: m.glossary_term_es },
    definition: { label: m.ownTerms_definition, help: m.catalogTerms_text_help, lines: 2 },
    definition_es: { label: m.glossary_definition_es, lines: 2 },
    fact: { label: m.catalogTerms_fact, help: m.catalogTerms_optional_help, lines: 2 },
    fact_es: { label: m.catalogTerms_fact_es, lines: 2 },
    fill_in: { label: m.ownTerms_fill_in, help: m.catalogTerms_sentence_help, lines: 2 },
    fill_in_es: { label: m.ownTerms_fill_in_es, lines: 2 },
  },
  formTitle: (row) => (row ? m.records_edit_name({ name: row.term }) : m.ownTerms_new()),
  remove: { text: m.catalogTerms_withdraw, of: m.catalogTerms_withdraw_name },
  removal: {
    unasked: { removing: m.catalogTerms_withdrawing, failed: m.catalogTerms_withdraw_failed },
    done: m.catalogTerms_withdrawn,
    said: m.catalogTerms_withdrawn_undo,
    restored: ({ name }) => m.catalogTerms_offered({ term: name }),
    hint: m.catalogTerms_withdraw_hint,
  },
  empty: {
    title: (list) => (list === offered ? m.ownTerms_none() : m.catalogTerms_none_withdrawn()),
    text: (list) => (list === offered ? m.catalogTerms_none_text() : m.catalogTerms_none_withdrawn_text()),
  },
  useParts: useTermParts,
});
