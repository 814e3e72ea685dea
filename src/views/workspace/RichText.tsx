import { DOMParser } from '@tiptap/pm/model';
import { EditorContent, getSchema, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useId, useRef, useState } from 'react';
import hidden from '../../ui/hidden.module.css';
import { sanitize } from '../../ui/sanitize.ts';
import { type Format, RichTextTools } from './RichTextTools.tsx';
import s from './workspace.module.css';

interface RichTextProps {
  label: string;
  /** HTML; replaced from outside, by Undo for example, the editor shows the new text. */
  value: string;
  isReadOnly: boolean;
  onChange: (html: string) => void;
  /** Asked once: what was typed before the editor was there; null when the focus is elsewhere. */
  takeOver: () => string | null;
}

const extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    codeBlock: false,
    horizontalRule: false,
    link: { openOnClick: false, protocols: ['http', 'https', 'mailto'] },
    // The form undoes all of its fields in one order.
    undoRedo: false,
  }),
];

const schema = getSchema(extensions);
/** HTML as the editor's document. */
const documentOf = (html: string) => DOMParser.fromSchema(schema).parse(sanitize(html, '')).toJSON() as object;

/** An editor with nothing in it says `<p></p>`. */
const htmlOf = (html: string) => (html === '<p></p>' ? '' : html);

/**
 * Text with emphasis, headings and lists. HTML comes in as nodes, never as markup: the page's policy demands Trusted Types, and
 * what is pasted is as clean as what is shown. Import it lazily.
 */
export default function RichText({ label, value, isReadOnly, onChange, takeOver }: RichTextProps) {
  const id = useId();
  /** What the editor has said since the form last showed one of it: it comes back in order, while more is typed. */
  const said = useRef([value]);
  const [first] = useState(() => documentOf(value));
  const change = useRef(onChange);
  const begin = useRef(takeOver);
  useEffect(() => {
    change.current = onChange;
  });
  const editor = useEditor({
    extensions,
    content: first,
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': id },
      handleDOMEvents: {
        paste: (view, event) => {
          event.preventDefault();
          const html = event.clipboardData?.getData('text/html') ?? '';
          const text = event.clipboardData?.getData('text/plain') ?? '';
          if (html === '') view.dispatch(view.state.tr.insertText(text));
          else {
            const slice = DOMParser.fromSchema(view.state.schema).parseSlice(sanitize(html, ''));
            view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
          }
          return true;
        },
        drop: (_, event) => {
          event.preventDefault();
          return true;
        },
      },
    },
    onUpdate: ({ editor: changed }) => {
      const html = htmlOf(changed.getHTML());
      said.current.push(html);
      change.current(html);
    },
  });
  useEffect(() => {
    const index = said.current.lastIndexOf(value);
    said.current = index === -1 ? [value] : said.current.slice(index);
    if (index !== -1) return;
    editor.commands.setContent(documentOf(value), { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    const typed = begin.current();
    if (typed === null) return;
    // As text: a string given to the editor's own commands is read as markup, which the page's policy forbids.
    editor
      .chain()
      .focus('end')
      .command(({ tr }) => {
        tr.insertText(typed);
        return true;
      })
      .run();
    // The command's own focus comes a frame later.
    editor.view.focus();
  }, [editor]);
  useEffect(() => {
    editor.setEditable(!isReadOnly, false);
  }, [editor, isReadOnly]);
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      heading: current.isActive('heading'),
      bullets: current.isActive('bulletList'),
      numbers: current.isActive('orderedList'),
      quote: current.isActive('blockquote'),
    }),
  });
  const chain = () => editor.chain().focus();
  const acts: Record<Format, () => boolean> = {
    bold: () => chain().toggleBold().run(),
    italic: () => chain().toggleItalic().run(),
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
      <RichTextTools active={active} onPress={(format) => acts[format]()} />
      <EditorContent editor={editor} className={s.text} />
    </div>
  );
}
