import { m } from '../../paraglide/messages.js';
import { Checkbox } from '../../ui/Checkbox.tsx';

interface ReadingsFieldProps {
  isOpen: boolean;
  isBusy: boolean;
  onChange: (isOpen: boolean) => void;
}

/** Whether content stays open to an assignment's students during its timed assessments. */
export function ReadingsField({ isOpen, isBusy, onChange }: ReadingsFieldProps) {
  return (
    <Checkbox
      label={m.sharing_readings_open()}
      description={m.sharing_readings_open_help()}
      isSelected={isOpen}
      reason={isBusy ? m.ui_wait() : null}
      onChange={onChange}
    />
  );
}
