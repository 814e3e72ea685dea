import { useLayoutEffect, useRef, useState } from 'react';
import { longestFormula } from '../../../common/authoring/formulaText.ts';
import { m } from '../../paraglide/messages.js';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { TextField } from '../../ui/TextField.tsx';
import s from './authoring.module.css';
import { formulaElement } from './questionSchema.ts';

interface FormulaDialogProps {
  /** The formula to change; empty: a new one. */
  before: string;
  onInsert: (text: string) => void;
  onClose: () => void;
}

/** A formula, typed on one line and shown as it will look. */
export function FormulaDialog({ before, onInsert, onClose }: FormulaDialogProps) {
  const [text, setText] = useState(before);
  const isEmpty = text.trim() === '';
  return (
    <Dialog
      title={m.authoring_formula()}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => (
        <DialogButtons
          close={close}
          isBusy={false}
          reason={isEmpty ? m.authoring_formula_first() : null}
          onPress={() => onInsert(text.trim())}
        >
          {m.authoring_insert()}
        </DialogButtons>
      )}
    >
      <Stack gap={3}>
        <TextField
          label={m.authoring_formula_text()}
          description={m.authoring_formula_help()}
          autoComplete="off"
          autoFocus
          value={text}
          maxLength={longestFormula}
          onChange={setText}
          onKeyDown={({ key }) => key === 'Enter' && !isEmpty && onInsert(text.trim())}
        />
        <Text size={2} tone="soft">
          {m.authoring_formula_shown()}
        </Text>
        <FormulaView text={text} />
      </Stack>
    </Dialog>
  );
}

function FormulaView({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(formulaElement(text)), [text]);
  return <div ref={place} className={s.formula} />;
}
