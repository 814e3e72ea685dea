import { Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type Editor, EditorContent, Extension, type Extensions, getSchema, useEditor, useEditorState } from '@tiptap/react';
import { type ComponentType, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import html from '../../ui/Html.module.css';
import hidden from '../../ui/hidden.module.css';
import { useApp } from '../app.ts';
import { type Format, RichTextTools } from './RichTextTools.tsx';
import { documentOf, extensions, htmlOf, sliceOfHtml, sliceOfText, turnInto } from './richTextSchema.ts';
import { textSteps } from './textSteps.ts';
import s from './workspace.module.css';

/** Input from before the editor loaded: typed text, or clipboard content. */
export type Piece = string | { html: string; text: string };

/** What happened before the editor loaded. */
export interface Beginning {
  /** Where the text was pressed; null if focus came by keyboard. */
  pressed: { left: number; top: number } | null;
  pieces: readonly Piece[];
  /** False if the person has moved on meanwhile. Their text goes in all the same, and the focus stays where it is. */
  hasFocus: boolean;
}

export interface RichTextProps {
  label: string;
  /** HTML. If it is replaced from outside, by Undo for example, the editor shows the new text. */
  value: string;
  isReadOnly: boolean;
  /** `step`: changes with the same number are undone together. */
  onChange: (html: string, step: number) => void;
  onUndo: () => void;
  onRedo: () => void;
  /** Null after the first call. */
  takeOver: () => Beginning | null;
  /** What a text may contain; absent: the elements of lessons. The first value stays. */
  elements?: Extensions;
  /** Further tools, after those of every text. */
  Tools?: ComponentType<{ editor: Editor }>;
}

/** Marks a change as its own undo step. */
const whole = 'wholeStep';

function put(view: EditorView, piece: Piece): void {
  const { tr, selection, schema } = view.state;
  if (typeof piece === 'string') tr.insertText(piece);
  else {
    const slice = piece.html === '' ? sliceOfText(schema, piece.text, selection.$from.marks()) : sliceOfHtml(schema, piece.html);
    tr.replaceSelection(slice).setMeta(whole, true);
  }
  view.dispatch(view.hasFocus() ? tr.scrollIntoView() : tr);
}

/**
 * Text with emphasis, headings and lists. HTML enters as nodes, never as markup, because the page's policy demands Trusted Types. Pasted
 * content is sanitized like displayed content. The form owns undo and redo. Import it lazily.
 */
export default function RichText({
  label,
  value,
  isReadOnly,
  onChange,
  onUndo,
  onRedo,
  takeOver,
  elements = extensions,
  Tools,
}: RichTextProps) {
  const id = useId();
  const { now, clockOffset } = useApp();
  /** Values that the editor has emitted since the form last echoed one. They come back in order while typing continues. */
  const said = useRef([value]);
  const [first] = useState(() => documentOf(getSchema(elements), value).toJSON() as object);
  // By the device's own clock: the estimate of the server's may jump between two keys, with any answer.
  const [steps] = useState(() => textSteps(() => now() - clockOffset()));
  const form = useRef({ onChange, onUndo, onRedo });
  const begin = useRef(takeOver);
  useEffect(() => {
    form.current = { onChange, onUndo, onRedo };
  });
  const [ownExtensions] = useState(() => {
    const undo = () => {
      form.current.onUndo();
      return true;
    };
    const redo = () => {
      form.current.onRedo();
      return true;
    };
    const keys = Extension.create({
      name: 'undoOfTheForm',
      addKeyboardShortcuts: () => ({ 'Mod-z': undo, 'Mod-y': redo, 'Shift-Mod-z': redo }),
    });
    return [...elements, keys];
  });
  const editor = useEditor({
    extensions: ownExtensions,
    content: first,
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { class: html.html ?? '', role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': id },
      handleDOMEvents: {
        paste: (view, event) => {
          event.preventDefault();
          if (!view.editable) return true;
          const get = (type: string) => event.clipboardData?.getData(type) ?? '';
          const pasted = { html: get('text/html'), text: get('text/plain') };
          if (pasted.html !== '' || pasted.text !== '') put(view, pasted);
          return true;
        },
        drop: (_, event) => {
          event.preventDefault();
          return true;
        },
        // Undo or redo from the browser's menu, or from shaking a phone.
        beforeinput: (_, event) => {
          if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return false;
          event.preventDefault();
          if (event.inputType === 'historyUndo') form.current.onUndo();
          else form.current.onRedo();
          return true;
        },
      },
    },
    onUpdate: ({ editor: changed, transaction }) => {
      const text = htmlOf(changed.getHTML());
      const step = steps.stepOf(transaction, transaction.getMeta(whole) === true);
      said.current.push(text);
      form.current.onChange(text, step);
    },
  });
  useEffect(() => {
    const index = said.current.lastIndexOf(value);
    said.current = index === -1 ? [value] : said.current.slice(index);
    if (index !== -1) return;
    steps.end();
    const { tr } = editor.state;
    editor.view.dispatch(turnInto(tr, documentOf(editor.schema, value)).setMeta('preventUpdate', true).scrollIntoView());
  }, [editor, steps, value]);
  // Before the next key is pressed: it would go to the page, because the element that had the focus is gone.
  useLayoutEffect(() => {
    const beginning = begin.current();
    if (beginning === null) return;
    const { pressed, pieces, hasFocus } = beginning;
    const at = pressed && editor.view.posAtCoords(pressed);
    editor.commands.setTextSelection(at?.pos ?? Selection.atEnd(editor.state.doc).from);
    if (hasFocus) editor.view.focus();
    for (const piece of pieces) put(editor.view, piece);
  }, [editor]);
  useEffect(() => {
    editor.setEditable(!isReadOnly, false);
  }, [editor, isReadOnly]);
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      subscript: current.isActive('subscript'),
      superscript: current.isActive('superscript'),
      heading: current.isActive('heading'),
      bullets: current.isActive('bulletList'),
      numbers: current.isActive('orderedList'),
      quote: current.isActive('blockquote'),
    }),
  });
  const chain = () => editor.chain().focus().setMeta(whole, true);
  const acts: Record<Format, () => boolean> = {
    bold: () => chain().toggleBold().run(),
    italic: () => chain().toggleItalic().run(),
    subscript: () => chain().toggleMark('subscript').run(),
    superscript: () => chain().toggleMark('superscript').run(),
    heading: () => chain().toggleHeading({ level: 3 }).run(),
    bullets: () => chain().toggleBulletList().run(),
    numbers: () => chain().toggleOrderedList().run(),
    quote: () => chain().toggleBlockquote().run(),
  };
  return (
    <div className={s.rich}>
      <span id={id} className={hidden.hidden}>
        {label}
      </span>
      <RichTextTools active={active} onPress={(format) => acts[format]()}>
        {Tools ? <Tools editor={editor} /> : null}
      </RichTextTools>
      <EditorContent editor={editor} className={s.text} />
    </div>
  );
}
