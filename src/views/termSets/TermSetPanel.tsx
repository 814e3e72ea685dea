import { useState } from 'react';
import { mostResources } from '../../../common/lessonLimits.ts';
import { type GlossarySubject, type GlossaryTerm, glossary, readersSubjects } from '../../../contract/glossary.ts';
import type { DataOf } from '../../../contract/kit.ts';
import { mostSetTerms, termSets } from '../../../contract/termSets.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { CheckboxGroup } from '../../ui/Checkbox.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Row, Text } from '../../ui/Layout.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { subjectName } from '../glossary/subjectName.ts';
import { useTerms } from '../glossary/TermSearch.tsx';
import { useUser } from '../hooks.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { languageOf } from '../student/library.ts';
import { useCommand } from '../useCommand.ts';
import type { HitsProps } from '../workspace/Hit.tsx';
import s from '../workspace/workspace.module.css';

/** Not subjects: all terms, and those that the items of the lesson use. */
const all = 'all';
const ofLesson = 'lesson';
type Source = GlossarySubject | typeof all | typeof ofLesson;

/** Most characters of a set's name. */
const longestTitle = 100;

/** Chooses terms of the glossary and adds them to the lesson as a set. */
export default function TermSetPanel({ search, has, count, onAdd }: HitsProps & { search: string }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const { language } = usePreferences();
  const [source, setSource] = useState<Source>(has.size > 0 ? ofLesson : all);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [typed, setTyped] = useState<string | null>(null);
  const title = typed ?? m.termSets_title({ count: chosen.length });
  // One for each set, so that a repeated call makes no second one.
  const [creation_key, setKey] = useState(() => crypto.randomUUID());
  const adding = useCommand(
    'termSetCreate',
    (order: { title: string; term_ids: readonly number[] }, { signal }): Promise<DataOf<typeof termSets.createTermSet>> =>
      send(
        termSets.createTermSet,
        { user_puid: userPuid, creation_key, language_id: languageOf(language), title: order.title, term_ids: [...order.term_ids] },
        { signal },
      ),
    {
      onDone: (_, set) => {
        onAdd(set);
        setChosen([]);
        setTyped(null);
        setKey(crypto.randomUUID());
      },
    },
  );
  const reason =
    count >= mostResources
      ? m.builder_library_full()
      : chosen.length === 0
        ? m.termSets_choose_first()
        : chosen.length > mostSetTerms
          ? m.termSets_too_many({ most: mostSetTerms })
          : null;
  const options: { key: Source; label: string }[] = [
    ...(has.size > 0 ? [{ key: ofLesson, label: m.termSets_of_lesson() } as const] : []),
    { key: all, label: m.glossary_all_terms() },
    ...readersSubjects.map((key) => ({ key, label: subjectName[key]() })),
  ];
  const list = { chosen, onChange: setChosen };
  return (
    <>
      <Select label={m.termSets_which()} options={options} value={source} onChange={(key) => setSource(key as Source)} />
      {source === ofLesson ? (
        <OfLesson key={[...has].join(' ')} has={has} search={search} {...list} />
      ) : (
        <OfSubject key={`${source} ${search}`} subject={source === all ? undefined : source} search={search} {...list} />
      )}
      <TextField label={m.termSets_name()} value={title} maxLength={longestTitle} onChange={setTyped} />
      {adding.problem ? <ProblemNotice title={m.termSets_failed()} problem={adding.problem} /> : null}
      <Row justify="between">
        <Text tone="soft" size={2} as="span">
          <span role="status">{m.termSets_chosen({ count: chosen.length })}</span>
        </Text>
        <Button
          variant="primary"
          isPending={adding.isSaving}
          reason={reason}
          onPress={() => adding.give({ title: title.trim() || m.termSets_title({ count: chosen.length }), term_ids: chosen })}
        >
          {m.termSets_add()}
        </Button>
      </Row>
    </>
  );
}

interface ListProps {
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
}

function OfSubject({ subject, search, ...list }: ListProps & { subject: GlossarySubject | undefined; search: string }) {
  const collection = useTerms(subject, search);
  return collection.data ? <List terms={collection.data} {...list} /> : <LoadState collection={collection} shape="row" count={5} />;
}

/** The terms that the items of the lesson use. */
function OfLesson({ has, search, ...list }: ListProps & { has: ReadonlySet<number>; search: string }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const { language } = usePreferences();
  const collection = useCollection((signal) =>
    send(
      glossary.glossaryTermsOfItems,
      { user_puid: userPuid, item_ids: [...has], language_id: languageOf(language) },
      { signal, quiet: true },
    ),
  );
  if (!collection.data) return <LoadState collection={collection} shape="row" count={5} />;
  const words = search.toLowerCase().trim();
  const found = collection.data.filter(({ term, other_term }) => `${term} ${other_term}`.toLowerCase().includes(words));
  return <List terms={found} {...list} />;
}

function List({ terms, chosen, onChange }: ListProps & { terms: readonly GlossaryTerm[] }) {
  if (terms.length === 0)
    return (
      <EmptyState art="search" title={m.termSets_empty()}>
        {m.termSets_empty_text()}
      </EmptyState>
    );
  const shown = terms.map(({ term_id }) => term_id);
  const others = chosen.filter((term_id) => !shown.includes(term_id));
  return (
    <>
      <Row gap={2}>
        <Button size="small" onPress={() => onChange([...others, ...shown])}>
          {m.termSets_choose_all()}
        </Button>
        <Button size="small" onPress={() => onChange(others)}>
          {m.termSets_choose_none()}
        </Button>
      </Row>
      <div className={s.hits}>
        <CheckboxGroup
          label={m.termSets_choose()}
          isLabelHidden
          options={terms.map(({ term_id, term, definition }) => ({ key: String(term_id), label: term, description: definition }))}
          value={chosen.map(String)}
          onChange={(keys) => onChange(keys.map(Number))}
        />
      </div>
    </>
  );
}
