import { m } from '../../paraglide/messages.js';
import { Row } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Section } from '../../ui/Page.tsx';
import { useOnward } from '../reports/onward.ts';
import { addressOf } from '../screen.ts';
import { questions } from './questions.ts';
import { viewReport } from './viewReport.screen.ts';

/** The way from a class to its reports, by what a teacher asks. */
export function ClassQuestions({ group_puid }: { group_puid: number }) {
  const onward = useOnward();
  return (
    <Section title={m.classReports_ask()}>
      <Row>
        {Object.entries(questions).map(([key, ask]) => (
          <LinkButton key={key} href={onward(`${addressOf(viewReport, group_puid)}#${key}`)}>
            {ask()}
          </LinkButton>
        ))}
      </Row>
    </Section>
  );
}
