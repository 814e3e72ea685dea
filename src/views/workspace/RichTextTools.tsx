import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { IconButton } from '../../ui/IconButton.tsx';
import {
  type Icon,
  IconBlockquote,
  IconBold,
  IconH3,
  IconItalic,
  IconList,
  IconListNumbers,
  IconSubscript,
  IconSuperscript,
} from '../../ui/icons.ts';
import s from './workspace.module.css';

export type Format = 'bold' | 'italic' | 'subscript' | 'superscript' | 'heading' | 'bullets' | 'numbers' | 'quote';

const formats: readonly { key: Format; label: () => string; icon: Icon }[] = [
  { key: 'bold', label: m.builder_format_bold, icon: IconBold },
  { key: 'italic', label: m.builder_format_italic, icon: IconItalic },
  { key: 'subscript', label: m.builder_format_subscript, icon: IconSubscript },
  { key: 'superscript', label: m.builder_format_superscript, icon: IconSuperscript },
  { key: 'heading', label: m.builder_format_heading, icon: IconH3 },
  { key: 'bullets', label: m.builder_format_bullets, icon: IconList },
  { key: 'numbers', label: m.builder_format_numbers, icon: IconListNumbers },
  { key: 'quote', label: m.builder_format_quote, icon: IconBlockquote },
];

interface RichTextToolsProps {
  /** Formats active at the caret. */
  active?: Readonly<Record<Format, boolean>>;
  onPress: (format: Format) => void;
  /** Further tools. */
  children?: ReactNode;
}

/** The toolbar of a rich text field, shown before the editor loads. */
export function RichTextTools({ active, onPress, children }: RichTextToolsProps) {
  return (
    <div className={s.formats} role="toolbar" aria-label={m.builder_format()}>
      {formats.map(({ key, label, icon }) => (
        <IconButton key={key} size="small" icon={icon} label={label()} aria-pressed={active?.[key] ?? false} onPress={() => onPress(key)} />
      ))}
      {children}
    </div>
  );
}
