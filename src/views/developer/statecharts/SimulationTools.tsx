import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/Button.tsx';
import { IconPlayerPlay, IconX } from '../../../ui/icons.ts';
import { Select } from '../../../ui/Select.tsx';

interface SimulationToolsProps {
  isSimulating: boolean;
  /** Names of the inputs to start from. */
  inputs: readonly string[];
  /** Name of the input in use; null for the first. */
  input: string | null;
  onStart: () => void;
  onRestart: (input: string) => void;
  onEnd: () => void;
}

/** Starts and ends the simulation, and chooses what it starts from. */
export function SimulationTools({ isSimulating, inputs, input, onStart, onRestart, onEnd }: SimulationToolsProps) {
  if (!isSimulating)
    return (
      <Button size="small" icon={IconPlayerPlay} onPress={onStart}>
        {m.developer_simulate()}
      </Button>
    );
  return (
    <>
      {inputs.length > 1 ? (
        <Select
          label={m.developer_simulate_input()}
          isLabelHidden
          value={input ?? inputs[0] ?? null}
          options={inputs.map((key) => ({ key, label: key }))}
          onChange={onRestart}
        />
      ) : null}
      <Button size="small" icon={IconX} onPress={onEnd}>
        {m.developer_simulate_end()}
      </Button>
    </>
  );
}
