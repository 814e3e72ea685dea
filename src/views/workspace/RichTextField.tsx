import { lazy, Suspense, startTransition, useRef, useState } from 'react';
import type { Beginning, Piece } from './RichText.tsx';
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
  /** `step`: changes with the same number are undone together. */
  onChange: (html: string, step: number) => void;
  onUndo: () => void;
  onRedo: () => void;
}

/**
 * Text with emphasis, headings and lists. Shows a static view first. The editor is larger than the rest of the page and loads on
 * hover or focus. It then takes over the focus and whatever was typed or pasted meanwhile.
 */
export function RichTextField({ label, value, isReadOnly, onChange, onUndo, onRedo }: RichTextFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  /** Text typed and pasted so far; null while the focus is elsewhere. */
  const pieces = useRef<Piece[] | null>(null);
  const pressed = useRef<Beginning['pressed']>(null);
  const takeOver = () => {
    const taken = pieces.current;
    pieces.current = null;
    return taken && { pressed: pressed.current, pieces: taken };
  };
  const [isWanted, setWanted] = useState(false);
  return (
    <Suspense>
      {isWanted && !isReadOnly ? (
        <RichText
          label={label}
          value={value}
          isReadOnly={isReadOnly}
          onChange={onChange}
          onUndo={onUndo}
          onRedo={onRedo}
          takeOver={takeOver}
        />
      ) : (
        <div className={s.rich}>
          <RichTextTools onPress={() => place.current?.focus()} />
          {/* biome-ignore lint/a11y/useSemanticElements: an input cannot show formatted text */}
          <div
            ref={place}
            role="textbox"
            aria-multiline="true"
            aria-readonly={isReadOnly}
            aria-label={label}
            tabIndex={0}
            className={s.text}
            onPointerOver={isReadOnly ? undefined : () => void load()}
            onPointerDown={({ clientX, clientY }) => {
              pressed.current = { left: clientX, top: clientY };
            }}
            // The static view stays until the editor has loaded.
            onFocus={() => {
              pieces.current ??= [];
              startTransition(() => setWanted(true));
            }}
            onBlur={({ relatedTarget }) => {
              // Without a related target, the editor may have replaced this element.
              if (relatedTarget) pieces.current = null;
            }}
            onKeyDown={(event) => {
              if (isReadOnly || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
              event.preventDefault();
              const all = pieces.current ?? [];
              const last = all.at(-1);
              pieces.current = typeof last === 'string' ? [...all.slice(0, -1), last + event.key] : [...all, event.key];
            }}
            onPaste={({ clipboardData }) => {
              if (isReadOnly) return;
              const pasted = { html: clipboardData.getData('text/html'), text: clipboardData.getData('text/plain') };
              if (pasted.html !== '' || pasted.text !== '') pieces.current = [...(pieces.current ?? []), pasted];
            }}
          >
            {value ? <Html html={value} /> : null}
          </div>
        </div>
      )}
    </Suspense>
  );
}
