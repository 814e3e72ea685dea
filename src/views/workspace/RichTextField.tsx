import { lazy, type ReactNode, Suspense, startTransition, useRef, useState } from 'react';
import { onDemand } from '../../ui/onDemand.ts';
import type { Beginning, Piece, RichTextProps } from './RichText.tsx';
import { RichTextTools } from './RichTextTools.tsx';
import s from './workspace.module.css';

const plainEditor = onDemand(() => import('./RichText.tsx'));
const Html = lazy(() => import('../../ui/Html.tsx').then((module) => ({ default: module.Html })));

interface RichTextFieldProps extends Omit<RichTextProps, 'takeOver' | 'elements' | 'Tools'> {
  /** Absent: the editor of lesson texts. */
  editor?: ReturnType<typeof onDemand<RichTextProps>>;
  /** The value as it is shown before the editor loads, if it differs. */
  shown?: string;
  /** Further tools, shown before the editor loads. */
  tools?: ReactNode;
}

/**
 * Text with emphasis, headings and lists. Shows a static view first. The editor is larger than the rest of the page and loads on
 * hover or focus. It then takes over whatever was typed or pasted meanwhile, and the focus unless that has moved on.
 */
export function RichTextField({ editor = plainEditor, shown, tools, ...text }: RichTextFieldProps) {
  const { label, value, isReadOnly } = text;
  const { prepare, Component: RichText } = editor;
  const place = useRef<HTMLDivElement>(null);
  /** What the editor takes over, once. */
  const begun = useRef<Beginning | null>(null);
  const takeOver = () => {
    const taken = begun.current;
    begun.current = null;
    return taken;
  };
  const begin = (part: Partial<Beginning>) => {
    begun.current = { pressed: null, pieces: [], hasFocus: false, ...begun.current, ...part };
  };
  const add = (piece: Piece) => {
    const pieces = begun.current?.pieces ?? [];
    const last = pieces.at(-1);
    const isTyping = typeof last === 'string' && typeof piece === 'string';
    begin({ pieces: isTyping ? [...pieces.slice(0, -1), last + piece] : [...pieces, piece] });
  };
  const [isWanted, setWanted] = useState(false);
  return (
    <Suspense>
      {isWanted && !isReadOnly ? (
        <RichText {...text} takeOver={takeOver} />
      ) : (
        <div className={s.rich}>
          <RichTextTools onPress={() => place.current?.focus()}>{tools}</RichTextTools>
          {/* biome-ignore lint/a11y/useSemanticElements: an input cannot show formatted text */}
          <div
            ref={place}
            role="textbox"
            aria-multiline="true"
            aria-readonly={isReadOnly}
            aria-label={label}
            tabIndex={0}
            className={s.text}
            onPointerOver={isReadOnly ? undefined : () => void prepare()}
            onPointerDown={({ clientX, clientY }) => begin({ pressed: { left: clientX, top: clientY } })}
            // The static view stays until the editor has loaded.
            onFocus={() => {
              begin({ hasFocus: true });
              startTransition(() => setWanted(true));
            }}
            onBlur={({ relatedTarget }) => {
              // Without a related target, the editor may have replaced this element.
              if (relatedTarget) begin({ hasFocus: false });
            }}
            onKeyDown={(event) => {
              if (isReadOnly || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
              event.preventDefault();
              add(event.key);
            }}
            onPaste={({ clipboardData }) => {
              if (isReadOnly) return;
              const pasted = { html: clipboardData.getData('text/html'), text: clipboardData.getData('text/plain') };
              if (pasted.html !== '' || pasted.text !== '') add(pasted);
            }}
          >
            {(shown ?? value) ? <Html html={shown ?? value} /> : null}
          </div>
        </div>
      )}
    </Suspense>
  );
}
