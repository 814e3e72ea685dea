import { lazy, Suspense, startTransition, useRef, useState } from 'react';
import { RichTextTools } from './RichTextTools.tsx';
import s from './workspace.module.css';

const load = () => import('./RichText.tsx');
const RichText = lazy(load);
const Html = lazy(() => import('../../ui/Html.tsx').then((module) => ({ default: module.Html })));

interface RichTextFieldProps {
  label: string;
  /** HTML. */
  value: string;
  isReadOnly: boolean;
  onChange: (html: string) => void;
}

/**
 * Text with emphasis, headings and lists. It is shown as it is; the editor, larger than the rest of the page, loads when the pointer
 * or the focus comes to it, and then has the focus and what was typed meanwhile.
 */
export function RichTextField({ label, value, isReadOnly, onChange }: RichTextFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  /** What has been typed so far; null while the focus is elsewhere. */
  const typed = useRef<string | null>(null);
  const takeOver = () => {
    const text = typed.current;
    typed.current = null;
    return text;
  };
  const [isWanted, setWanted] = useState(false);
  return (
    <Suspense>
      {isWanted && !isReadOnly ? (
        <RichText label={label} value={value} isReadOnly={isReadOnly} onChange={onChange} takeOver={takeOver} />
      ) : (
        <div className={s.rich}>
          <RichTextTools onPress={() => place.current?.focus()} />
          {/* biome-ignore lint/a11y/useSemanticElements: text with emphasis is no input's */}
          <div
            ref={place}
            role="textbox"
            aria-multiline="true"
            aria-readonly={isReadOnly}
            aria-label={label}
            tabIndex={0}
            className={s.text}
            onPointerOver={isReadOnly ? undefined : () => void load()}
            // What is shown stays until the editor is there.
            onFocus={() => {
              typed.current ??= '';
              startTransition(() => setWanted(true));
            }}
            onBlur={({ relatedTarget }) => {
              // Without one, it may be that the editor has taken the place.
              if (relatedTarget) typed.current = null;
            }}
            onKeyDown={(event) => {
              if (isReadOnly || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
              event.preventDefault();
              typed.current = `${typed.current ?? ''}${event.key}`;
            }}
          >
            {value ? <Html html={value} /> : null}
          </div>
        </div>
      )}
    </Suspense>
  );
}
