import { Stack, Text } from '../../ui/Layout.tsx';
import { onDemand } from '../../ui/onDemand.ts';
import { RichTextField } from '../workspace/RichTextField.tsx';
import { InsertTools } from './InsertTools.tsx';
import { useShown } from './pictures.ts';

const editor = onDemand(() => import('./QuestionEditor.tsx'));

interface QuestionTextFieldProps {
  label: string;
  /** HTML of the document. */
  value: string;
  error: string | null;
  /** `step`: changes with the same number are undone together. */
  onChange: (html: string, step: number) => void;
  onUndo: () => void;
  onRedo: () => void;
}

/** A text of a question with its label and what is wrong with it. */
export function QuestionTextField({ label, value, error, ...act }: QuestionTextFieldProps) {
  const shown = useShown(value);
  return (
    <Stack gap={1}>
      <Text isBold size={2} as="span">
        {label}
      </Text>
      <RichTextField label={label} value={value} shown={shown} isReadOnly={false} editor={editor} tools={<InsertTools />} {...act} />
      {error ? (
        <Text tone="danger" size={2}>
          {error}
        </Text>
      ) : null}
    </Stack>
  );
}
