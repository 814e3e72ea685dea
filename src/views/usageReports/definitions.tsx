import { fewestStudents } from '../../../common/itemFlags.ts';
import { m } from '../../paraglide/messages.js';
import { Stack, Text } from '../../ui/Layout.tsx';
import type { ReportSection } from '../reports/declaration.ts';

/** What the numbers of a usage report mean; `first` is said before the rest. A section of its own, because every one of these reports has it. */
export const definitions = (...first: string[]): ReportSection => ({
  key: 'definitions',
  title: m.usageReports_definitions(),
  note: (
    <Stack gap={2}>
      {[
        ...first,
        m.usageReports_active_means(),
        m.usageReports_lessons_means(),
        m.usageReports_time_means(),
        m.usageReports_days_mean(),
        m.usageReports_few_mean({ count: fewestStudents }),
      ].map((words) => (
        <Text key={words} tone="soft">
          {words}
        </Text>
      ))}
    </Stack>
  ),
});
