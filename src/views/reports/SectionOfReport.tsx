import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Section } from '../../ui/Page.tsx';
import { useAddressValue } from '../tableAddress.ts';
import type { AnyTable, ReportSection, Say } from './declaration.ts';
import { Figures } from './Figures.tsx';
import { MissingNames } from './MissingNames.tsx';
import s from './reports.module.css';
import { TableOfReport } from './TableOfReport.tsx';

interface SectionOfReportProps {
  section: ReportSection;
  say: Say;
  /** File name without extension. */
  fileName: string;
  actions: ReactNode;
}

/** A section of a report: its figures, who is missing, and its tables with their charts. */
export function SectionOfReport({
  section: { key, title, figures, note, missing, tables = [] },
  say,
  fileName,
  actions,
}: SectionOfReportProps) {
  const { hash } = useLocation();
  // The browser looked for the place before the report had loaded.
  useEffect(() => {
    if (hash === `#${key}`) document.getElementById(key)?.scrollIntoView();
  }, [hash, key]);
  return (
    <div id={key}>
      <Section title={title} action={actions}>
        <Stack gap={5}>
          {figures ? <Figures figures={figures} /> : null}
          {note}
          {missing ? <MissingNames {...missing} /> : null}
          {tables.map((table) => (
            <Part
              key={table.key}
              table={table}
              say={say}
              prefix={`${key}.${table.key}.`}
              fileName={`${fileName} ${title}`}
              // The title above says the same.
              isCaptionHidden={table.heading !== undefined || table.caption() === title}
            />
          ))}
        </Stack>
      </Section>
    </div>
  );
}

interface PartProps extends Pick<SectionOfReportProps, 'say' | 'fileName'> {
  table: AnyTable;
  /** Separates its state in the address from that of other tables. */
  prefix: string;
  isCaptionHidden: boolean;
}

function Part({ table, say, fileName, prefix, isCaptionHidden }: PartProps) {
  const { heading, help, file, fold, empty, rows } = table;
  const [shown, show] = useAddressValue(`${prefix}shown`, '');
  const isOpen = fold === undefined || shown !== '';
  const frame = (drawn: ReactNode) =>
    heading || help ? (
      <Stack gap={2}>
        {heading ? <h3>{heading()}</h3> : null}
        {help ? (
          <Text tone="soft" size={2}>
            {help()}
          </Text>
        ) : null}
        {drawn}
      </Stack>
    ) : (
      drawn
    );
  return (
    <>
      {fold ? (
        <div className={s.onScreen}>
          <Row>
            <Button onPress={() => show(isOpen ? '' : 'yes')}>{isOpen ? fold.close() : fold.open()}</Button>
          </Row>
        </div>
      ) : null}
      {isOpen ? (
        <TableOfReport
          table={table}
          rows={rows}
          say={say}
          fileName={[fileName, ...(file ? [file()] : [])].join(' ')}
          prefix={prefix}
          isCaptionHidden={isCaptionHidden}
          frame={frame}
          empty={<EmptyState title={empty()} />}
        />
      ) : null}
    </>
  );
}
