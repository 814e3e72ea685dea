import { lazy, Suspense, startTransition, useRef, useState } from 'react';
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
  const typed = useRef('');
  const [isWanted, setWanted] = useState(false);
  return (
    <Suspense>
      {isWanted && !isReadOnly ? (
        <RichText
          label={label}
          value={value}
          isReadOnly={isReadOnly}
          onChange={onChange}
          takeOver={() => (document.activeElement === place.current ? typed.current : null)}
        />
      ) : (
        <div className={s.rich}>
          <div className={s.formats} />
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
            onFocus={() => startTransition(() => setWanted(true))}
            onKeyDown={(event) => {
              if (isReadOnly || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
              event.preventDefault();
              typed.current += event.key;
            }}
          >
            {value ? <Html html={value} /> : null}
          </div>
        </div>
      )}
    </Suspense>
  );
}
