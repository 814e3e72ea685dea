import type { FillInMode } from '../../machines/glossary/fillInMachine.ts';
import { m } from '../../paraglide/messages.js';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';

/** Whether answers are typed or chosen. */
export const ModeChoice = ({ mode, onChange }: { mode: FillInMode; onChange: (mode: FillInMode) => void }) => (
  <SegmentedControl<FillInMode>
    label={m.glossary_mode()}
    options={[
      { key: 'type', label: m.glossary_mode_type() },
      { key: 'choose', label: m.glossary_mode_choose() },
    ]}
    value={mode}
    onChange={onChange}
  />
);
