import { textsOf } from '../../../common/authoring/itemProblems.ts';
import type { AuthoredItem } from '../../../contract/authoredItem.ts';
import { m } from '../../paraglide/messages.js';
import { ConflictFrame } from '../authoring/ConflictFrame.tsx';
import { textLabels } from './itemWords.ts';

const facts = [
  ['title', m.itemEditor_title],
  ['summary', m.itemEditor_summary],
  ['minutes', m.itemEditor_minutes],
  ['grades', m.itemEditor_grades],
  ['standards', m.itemEditor_standards],
  ['sources', m.itemEditor_sources],
] as const;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The fields in which two versions of an item differ. */
function differencesOf(mine: AuthoredItem, theirs: AuthoredItem): string[] {
  const [own, other] = [textsOf(mine.body), textsOf(theirs.body)];
  const { kind } = mine.body;
  const texts = Array.from({ length: Math.max(own.length, other.length) }, (_, index) => {
    const name =
      kind === 'pages' ? m.itemEditor_page({ number: index + 1 }) : index === 0 ? textLabels[kind]() : m.itemEditor_alternative();
    return own[index] === other[index] ? [] : [name];
  }).flat();
  const isOther = texts.length === 0 && !isSame(mine.body, theirs.body);
  return [
    ...facts.flatMap(([field, label]) => (isSame(mine[field], theirs[field]) ? [] : [label()])),
    ...texts,
    ...(isOther ? [kind === 'data' ? m.itemEditor_csv() : kind === 'interactive' ? m.itemEditor_settings() : textLabels[kind]()] : []),
  ];
}

interface ItemConflictProps {
  mine: AuthoredItem;
  /** What somebody else saved. */
  theirs: AuthoredItem;
  onMine: () => void;
  onTheirs: () => void;
}

/** Asks which of two versions of an item holds. */
export const ItemConflict = ({ mine, theirs, ...choice }: ItemConflictProps) => (
  <ConflictFrame
    title={m.itemEditor_conflict_title()}
    lines={[
      m.itemEditor_conflict_text(),
      m.itemEditor_conflict_this({ title: mine.title || m.itemEditor_untitled() }),
      m.itemEditor_conflict_other({ title: theirs.title || m.itemEditor_untitled() }),
    ]}
    differences={differencesOf(mine, theirs)}
    {...choice}
  />
);
