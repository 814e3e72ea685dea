import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import s from './authoring.module.css';

/** Differences that are named one by one. */
const mostNamed = 5;

interface ConflictFrameProps {
  title: string;
  /** What happened, and the two versions. */
  lines: readonly string[];
  differences: readonly string[];
  onMine: () => void;
  onTheirs: () => void;
}

/** Asks which of two versions of a draft holds. It has to be answered: until then nothing is saved. */
export const ConflictFrame = ({ title, lines, differences, onMine, onTheirs }: ConflictFrameProps) => (
  <Dialog
    role="alertdialog"
    title={title}
    isOpen
    isBusy
    footer={
      <>
        <Button onPress={onTheirs}>{m.authoring_conflict_theirs()}</Button>
        <Button variant="primary" onPress={onMine}>
          {m.authoring_conflict_mine()}
        </Button>
      </>
    }
  >
    <Stack gap={2}>
      {lines.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      {differences.length > 0 ? (
        <div>
          <Text isBold>{m.authoring_differs()}</Text>
          <ul className={s.findings}>
            {differences.slice(0, mostNamed).map((text) => (
              <li key={text}>{text}</li>
            ))}
            {differences.length > mostNamed ? <li>{m.authoring_finding_more({ count: differences.length - mostNamed })}</li> : null}
          </ul>
        </div>
      ) : null}
    </Stack>
  </Dialog>
);
