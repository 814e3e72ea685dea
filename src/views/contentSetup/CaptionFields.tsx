import type { ItemProblem } from '../../../common/authoring/itemProblems.ts';
import { itemLimits } from '../../../contract/authoredItem.ts';
import { m } from '../../paraglide/messages.js';
import { Stack } from '../../ui/Layout.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { itemProblemAt } from './itemWords.ts';

interface Captions {
  en: string;
  es: string;
}
interface CaptionFieldsProps {
  value: Captions | undefined;
  kind: 'film' | 'video';
  problems: readonly ItemProblem[];
  onChange: (captions: Captions, field: string) => void;
}

/** What is said in a film or an animation, in WebVTT, in each language. */
export default function CaptionFields({ value = { en: '', es: '' }, kind, problems, onChange }: CaptionFieldsProps) {
  const fields = [
    ['en', m.itemEditor_captions_en()],
    ['es', m.itemEditor_captions_es()],
  ] as const;
  return (
    <Stack gap={4} align="stretch">
      {fields.map(([code, label]) => (
        <TextArea
          key={code}
          label={label}
          description={m.itemEditor_captions_help()}
          rows={8}
          value={value[code]}
          maxLength={itemLimits.captions}
          error={itemProblemAt(problems, kind, `captions_${code}`)}
          onChange={(text) => onChange({ ...value, [code]: text }, `captions_${code}`)}
        />
      ))}
    </Stack>
  );
}
