import type { SourceField } from '../../../contract/rosterSessions.ts';
import { m } from '../../paraglide/messages.js';
import { Grid, Stack, Text } from '../../ui/Layout.tsx';
import { Section } from '../../ui/Page.tsx';

/** What the information system says of a person or class beyond the standard, as it wrote it. */
export function SourceFields({ fields }: { fields: readonly SourceField[] }) {
  if (fields.length === 0) return null;
  return (
    <Section title={m.rostering_metadata()} lead={m.rostering_metadata_lead()}>
      <Grid min="s" gap={3}>
        {fields.map(({ name, value }) => (
          <Stack key={name} gap={0}>
            <Text tone="soft" size={2}>
              {name}
            </Text>
            <Text>{value}</Text>
          </Stack>
        ))}
      </Grid>
    </Section>
  );
}
