import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/IconButton.tsx';
import { IconMaximize, IconMinimize } from '../../../ui/icons.ts';

interface FullButtonProps {
  isFull: boolean;
  onFull: (isFull: boolean) => void;
}

/** Lets a picture cover the window, and puts it back beside the panels. */
export const FullButton = ({ isFull, onFull }: FullButtonProps) => (
  <IconButton
    icon={isFull ? IconMinimize : IconMaximize}
    size="small"
    label={isFull ? m.developer_beside() : m.developer_full()}
    onPress={() => onFull(!isFull)}
  />
);
