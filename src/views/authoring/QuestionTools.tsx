import { NodeSelection } from '@tiptap/pm/state';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, isInTable } from '@tiptap/pm/tables';
import { type Editor, useEditorState } from '@tiptap/react';
import { lazy, Suspense, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { InsertTools } from './InsertTools.tsx';
import { newTable } from './questionSchema.ts';

const FormulaDialog = lazy(async () => ({ default: (await import('./FormulaDialog.tsx')).FormulaDialog }));
const PictureDialog = lazy(async () => ({ default: (await import('./PictureDialog.tsx')).PictureDialog }));

const tableTools = [
  { key: 'row', label: m.authoring_table_row, act: addRowAfter },
  { key: 'column', label: m.authoring_table_column, act: addColumnAfter },
  { key: 'noRow', label: m.authoring_table_no_row, act: deleteRow },
  { key: 'noColumn', label: m.authoring_table_no_column, act: deleteColumn },
  { key: 'none', label: m.authoring_table_none, act: deleteTable },
] as const;

/** The tools of a question's text: pictures, formulas and tables. A selected picture or formula is changed with the tool that made it. */
export function QuestionTools({ editor }: { editor: Editor }) {
  const [open, setOpen] = useState<'picture' | 'formula' | null>(null);
  const { chosen, isTable } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const node = state.selection instanceof NodeSelection ? state.selection.node : null;
      return {
        chosen: node && {
          kind: node.type.name,
          text: String(node.attrs.text ?? ''),
          alt: String(node.attrs.alt ?? ''),
          picture: String(node.attrs.picture_id ?? ''),
        },
        isTable: isInTable(state),
      };
    },
  });
  // Chains, because React's compiler reads `editor.commands` when it draws, which a destroyed editor has no more.
  const put = (content: object) => {
    editor.chain().focus().insertContent(content).run();
    setOpen(null);
  };
  /** Inserts a table and goes to its first cell. There are no tables in tables. */
  const putTable = () => {
    if (isTable) return;
    const { from } = editor.state.selection;
    put(newTable());
    let first: number | null = null;
    editor.state.doc.nodesBetween(Math.max(0, from - 1), editor.state.doc.content.size, (node, position) => {
      // Into the table, its row, its cell and the paragraph in it.
      if (first === null && node.type.name === 'table') first = position + 4;
      return first === null;
    });
    if (first !== null) editor.chain().setTextSelection(first).run();
  };
  const close = () => {
    setOpen(null);
    editor.chain().focus().run();
  };
  return (
    <>
      <InsertTools onPress={(insert) => (insert === 'table' ? putTable() : setOpen(insert))} />
      {isTable
        ? tableTools.map(({ key, label, act }) => (
            <Button
              key={key}
              size="small"
              variant="quiet"
              onPress={() => {
                act(editor.state, editor.view.dispatch);
                editor.chain().focus().run();
              }}
            >
              {label()}
            </Button>
          ))
        : null}
      <Suspense>
        {open === 'picture' ? (
          <PictureDialog
            before={chosen?.kind === 'picture' ? { picture_id: chosen.picture, alt: chosen.alt } : null}
            onInsert={(attrs) => put({ type: 'picture', attrs })}
            onClose={close}
          />
        ) : null}
        {open === 'formula' ? (
          <FormulaDialog
            before={chosen?.kind === 'formula' ? chosen.text : ''}
            onInsert={(text) => put({ type: 'formula', attrs: { text } })}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}
