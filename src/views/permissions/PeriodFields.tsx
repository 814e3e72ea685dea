import { m } from '../../paraglide/messages.js';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';

interface PeriodFieldsProps {
  /** Days as YYYY-MM-DD; empty: from now, or without an end. */
  from: string;
  to: string;
  onFrom: (day: string) => void;
  onTo: (day: string) => void;
  /** What an empty field means. */
  help: string;
}

/** The first and the last day of what an administrator gives or shows. */
export function PeriodFields({ from, to, onFrom, onTo, help }: PeriodFieldsProps) {
  return (
    <Stack gap={1}>
      <Row gap={3} align="start">
        <NativeField label={m.permissions_from()} type="date" value={from} onChange={({ currentTarget }) => onFrom(currentTarget.value)} />
        <NativeField
          label={m.permissions_until()}
          type="date"
          min={from}
          value={to}
          onChange={({ currentTarget }) => onTo(currentTarget.value)}
        />
      </Row>
      <Text tone="soft" size={2}>
        {help}
      </Text>
    </Stack>
  );
}
