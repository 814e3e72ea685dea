import { m } from '../../paraglide/messages.js';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconMathFunction, IconPhoto, IconTable } from '../../ui/icons.ts';

export type Insert = 'picture' | 'formula' | 'table';

const inserts = [
  { key: 'picture', label: m.authoring_picture, icon: IconPhoto },
  { key: 'formula', label: m.authoring_formula, icon: IconMathFunction },
  { key: 'table', label: m.authoring_table, icon: IconTable },
] as const;

/** Buttons for what a question may have besides words. Without `onPress` the editor is still to load. */
export function InsertTools({ onPress }: { onPress?: (insert: Insert) => void }) {
  return inserts.map(({ key, label, icon }) => (
    <IconButton key={key} size="small" icon={icon} label={label()} onPress={() => onPress?.(key)} />
  ));
}
