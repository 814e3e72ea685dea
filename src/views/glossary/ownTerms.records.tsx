import type { Rules } from '../../../common/recordValues.ts';
import { groups } from '../../../contract/groups.ts';
import { ownTermLimits as limits, type OwnTerm } from '../../../contract/ownTerms.ts';
import { m } from '../../paraglide/messages.js';
import { ownTermSource } from '../../services/ownTerms.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { glossaryOwnTerms } from './ownTerms.screen.ts';

/** Not a class: all classes of the teacher, for a new term, and for the list. */
const every = '0';

const columns = (): TableColumn<OwnTerm>[] => [
  { key: 'term', header: m.glossary_term(), value: ({ term }) => term, isRowHeader: true, width: 'm' },
  { key: 'definition', header: m.ownTerms_definition(), value: ({ definition }) => definition, width: 'l' },
  { key: 'fill_in', header: m.ownTerms_fill_in(), value: ({ fill_in }) => fill_in, width: 'l' },
  { key: 'term_es', header: m.glossary_term_es(), value: ({ term_es }) => term_es },
  { key: 'group', header: m.ownTerms_class(), value: ({ group_name }) => group_name },
  {
    key: 'glossary',
    header: m.ownTerms_in_glossary(),
    value: ({ is_in_glossary }) => (is_in_glossary ? m.records_yes() : m.records_no()),
    width: 's',
  },
];

const text = (most: number, isRequired: boolean) => ({ kind: 'text', most, isRequired, isUnique: false }) as const;
const texts: Rules = {
  term: { ...text(limits.term, true), isUnique: true },
  definition: text(limits.definition, true),
  fill_in: text(limits.fill_in, true),
  term_es: text(limits.term, false),
  definition_es: text(limits.definition, false),
  fill_in_es: text(limits.fill_in, false),
};

/** The form, and the class whose terms are shown. */
function useOwnTermParts({ chosen, choose, say }: RecordFrame): RecordParts<OwnTerm> {
  const { send } = useApp();
  const { userPuid } = useUser();
  const { data } = useCollection((signal) => send(groups.myGroups, { user_puid: userPuid }, { signal, quiet: true }));
  const classes = data?.map(({ group_puid, group_name }) => ({ key: String(group_puid), label: group_name }));
  if (!classes) return {};
  const all = { key: every, label: m.ownTerms_all_classes() };
  const shown = classes.find(({ key }) => key === chosen.class)?.key ?? every;
  const initial = shown === every ? (classes[0]?.key ?? '') : shown;
  const options = classes.length > 1 ? [...classes, all] : classes;
  return {
    rules: (row) => (row ? texts : { group_puid: { kind: 'choice', isRequired: true, initial, options }, ...texts }),
    addReason: () => (classes.length === 0 ? m.ownTerms_no_class() : null),
    isShown: ({ group_puid }) => shown === every || String(group_puid) === shown,
    tools: (
      <NativeSelect
        label={m.ownTerms_class()}
        placeholder={all.label}
        options={[all, ...classes]}
        value={shown}
        onChange={(key) => choose({ class: key === every ? '' : key })}
      />
    ),
    onAdded: (answer) => {
      const { term, is_in_glossary } = answer as OwnTerm;
      say((is_in_glossary ? m.ownTerms_added_twice : m.ownTerms_added)({ term }));
    },
  };
}

/** Terms that a teacher adds for classes. Only their students see them. */
export default recordScreen<OwnTerm>({
  ...glossaryOwnTerms,
  title: m.ownTerms_title,
  lead: m.ownTerms_lead,
  source: ownTermSource,
  nameOf: ({ term }) => term,
  columns,
  initial: { sort: { key: 'term', isDescending: false }, filter: '', hidden: ['fill_in', 'term_es'] },
  filters: ['class'],
  fields: {
    group_puid: { label: m.ownTerms_class },
    term: { label: m.glossary_term },
    definition: { label: m.ownTerms_definition, lines: 3 },
    fill_in: { label: m.ownTerms_fill_in, help: m.ownTerms_fill_in_help, lines: 2 },
    term_es: { label: m.glossary_term_es, help: m.ownTerms_spanish_help },
    definition_es: { label: m.glossary_definition_es, lines: 3 },
    fill_in_es: { label: m.ownTerms_fill_in_es, help: m.ownTerms_fill_in_help, lines: 2 },
  },
  formTitle: (row) => (row ? m.records_edit_name({ name: row.term }) : m.ownTerms_new()),
  removal: { unasked: { removing: m.ownTerms_removing, failed: m.ownTerms_remove_failed }, hint: m.ownTerms_remove_hint },
  empty: { title: m.ownTerms_none, text: m.ownTerms_none_text },
  useParts: useOwnTermParts,
});
