import { useEffect, useEffectEvent } from 'react';
import { type GlossaryFact, type GlossarySubject, glossary } from '../../../contract/glossary.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowLeft, IconArrowRight, IconBookmark, IconBookmarkFilled, IconPrinter } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { OpenPage } from '../player/Closed.tsx';
import { LoadedPage } from '../shell/Loaded.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { languageOf } from '../student/library.ts';
import { useAddressValue } from '../tableAddress.ts';
import { useCommand } from '../useCommand.ts';
import { crumbsOf } from './crumbs.ts';
import s from './glossary.module.css';
import { subjectName } from './subjectName.ts';
import { useSubject } from './subjects.ts';

const views = ['one', 'list', 'favorites'] as const;
type View = (typeof views)[number];

/** Facts of a subject, or of all: one after another, as a list, or the favorites. */
export default function FactsPage() {
  const { language } = usePreferences();
  const subject = useSubject();
  return (
    <OpenPage>
      <Facts key={`${subject} ${language}`} subject={subject} />
    </OpenPage>
  );
}

/** Adds a fact to the favorites, or takes it off. */
type Keep = (fact: GlossaryFact) => void;

export function Facts({ subject }: { subject: GlossarySubject | undefined }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const { language } = usePreferences();
  const own = { user_puid: userPuid };
  const collection = useCollection((signal) =>
    send(glossary.glossaryFacts, { ...own, language_id: languageOf(language), ...(subject ? { subject } : {}) }, { signal }),
  );
  const favorite = useCommand(
    'glossaryFavorite',
    ({ term_id, is_favorite }: Pick<GlossaryFact, 'term_id' | 'is_favorite'>, { signal }) =>
      send(glossary.setGlossaryFavorite, { ...own, term_id, is_favorite }, { signal }),
    {
      announce: { done: ({ is_favorite }) => (is_favorite ? m.glossary_favorite_kept() : m.glossary_favorite_dropped()) },
      onDone: collection.refresh,
    },
  );
  const keep: Keep = ({ term_id, is_favorite }) => favorite.give({ term_id, is_favorite: !is_favorite });
  const [chosen, setView] = useAddressValue('view', 'one');
  const view = views.find((one) => one === chosen) ?? 'one';
  return (
    <LoadedPage
      collection={collection}
      width="narrow"
      title={subject ? m.glossary_facts_of({ subject: subjectName[subject]() }) : m.glossary_facts()}
      breadcrumbs={crumbsOf(subject)}
      more={
        view === 'one' ? null : (
          <span className={s.screenOnly}>
            <Button icon={IconPrinter} onPress={() => window.print()}>
              {m.glossary_print_list()}
            </Button>
          </span>
        )
      }
      above={
        <div className={s.screenOnly}>
          <SegmentedControl<View>
            label={m.glossary_view()}
            options={[
              { key: 'one', label: m.glossary_view_one() },
              { key: 'list', label: m.glossary_view_list() },
              { key: 'favorites', label: m.glossary_favorites() },
            ]}
            value={view}
            onChange={setView}
          />
          {favorite.problem ? (
            <ProblemNotice title={m.glossary_favorite_failed()} problem={favorite.problem} focus="command-problem" />
          ) : null}
        </div>
      }
      shape="text"
      count={6}
      empty={<EmptyState title={m.glossary_round_empty()} />}
    >
      {(facts) => {
        if (view === 'one') return <OneFact facts={facts} onKeep={keep} />;
        const listed = view === 'list' ? facts : facts.filter(({ is_favorite }) => is_favorite);
        return listed.length > 0 ? (
          <ul className={s.terms}>
            {listed.map((fact) => (
              <li key={fact.term_id} className={s.fact}>
                <FactText fact={fact} onKeep={keep} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title={m.glossary_no_favorites()}>{m.glossary_no_favorites_text()}</EmptyState>
        );
      }}
    </LoadedPage>
  );
}

function FactText({ fact, onKeep, isLarge = false }: { fact: GlossaryFact; onKeep: Keep; isLarge?: boolean }) {
  const { term, is_favorite } = fact;
  return (
    <>
      <div className={s.name}>
        <h2>{term}</h2>
        <IconButton
          size="small"
          icon={is_favorite ? IconBookmarkFilled : IconBookmark}
          label={m.glossary_favorite({ term })}
          aria-pressed={is_favorite}
          onPress={() => onKeep(fact)}
        />
      </div>
      <Text size={isLarge ? 5 : 3}>{fact.fact}</Text>
    </>
  );
}

/** Elements that use the arrow keys themselves. */
const ownArrows = 'input, textarea, select, [role=menu], [role=radiogroup], [role=dialog]';

function OneFact({ facts, onKeep }: { facts: readonly GlossaryFact[]; onKeep: Keep }) {
  const [chosen, setChosen] = useAddressValue('fact', '');
  const at = Math.max(
    0,
    facts.findIndex(({ term_id }) => String(term_id) === chosen),
  );
  const go = (step: number) => {
    const next = facts[(at + step + facts.length) % facts.length];
    if (next) setChosen(String(next.term_id));
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (step === undefined || hasModifier || (event.target as Element).closest?.(ownArrows)) return;
    event.preventDefault();
    go(step);
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
  const fact = facts[at];
  if (!fact) return null;
  return (
    <Stack gap={4}>
      <section className={s.question} aria-live="polite">
        <FactText fact={fact} onKeep={onKeep} isLarge />
      </section>
      <Row justify="between" noWrap>
        <Button icon={IconArrowLeft} onPress={() => go(-1)}>
          {m.glossary_fact_before()}
        </Button>
        <Button variant="primary" iconEnd={IconArrowRight} onPress={() => go(1)}>
          {m.glossary_fact_next()}
        </Button>
      </Row>
      <Row justify="between">
        <Text tone="soft">{m.glossary_fact_at({ at: at + 1, count: facts.length })}</Text>
        <Text tone="soft" size={2}>
          {m.glossary_fact_keys()}
        </Text>
      </Row>
    </Stack>
  );
}
