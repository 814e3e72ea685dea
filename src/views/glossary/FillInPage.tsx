import type { GlossarySubject } from '../../../contract/glossary.ts';
import { fillInMachine } from '../../machines/glossary/fillInMachine.ts';
import { m } from '../../paraglide/messages.js';
import { fillInActors } from '../../services/glossary.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { OpenPage } from '../player/Closed.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { languageOf } from '../student/library.ts';
import { useAddressValue } from '../tableAddress.ts';
import { useChart } from '../useChart.ts';
import { crumbsOf } from './crumbs.ts';
import { FillInQuestion, fillInAnnouncements } from './FillInQuestion.tsx';
import { ModeChoice } from './ModeChoice.tsx';
import { RoundOver } from './RoundOver.tsx';
import { glossarySubject } from './subject.screen.ts';
import { subjectName } from './subjectName.ts';
import { addressIn, useSubject } from './subjects.ts';
import { useFillInFields } from './useFillInFields.ts';

/** Rounds of sentences with a blank, driven by the `fillIn` chart. */
export default function FillInPage() {
  const { language } = usePreferences();
  const subject = useSubject();
  return (
    <OpenPage>
      <FillIn key={`${subject} ${language}`} subject={subject} />
    </OpenPage>
  );
}

export function FillIn({ subject }: { subject: GlossarySubject | undefined }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const { language } = usePreferences();
  const [mode, setMode] = useAddressValue('answer', 'type');
  const actor = useChart(fillInMachine, {
    actors: fillInActors(send, { user_puid: userPuid, language_id: languageOf(language), subject }),
    input: { mode: mode === 'choose' ? 'choose' : 'type' },
    announce: fillInAnnouncements,
  });
  const seen = useFillInFields(actor);
  const title = subject ? m.glossary_fill_in_of({ subject: subjectName[subject]() }) : m.glossary_fill_in();
  const modeChoice = (
    <ModeChoice
      mode={seen.mode}
      onChange={(next) => {
        actor.send({ type: 'mode.changed', mode: next });
        setMode(next);
      }}
    />
  );
  const start = () => actor.send({ type: 'round.started' });
  return (
    <Page width="narrow">
      <PageHeader title={title} lead={seen.isChoosing ? m.glossary_fill_in_lead() : undefined} breadcrumbs={crumbsOf(subject)} />
      {seen.isChoosing ? (
        <Stack gap={5} align="start">
          {seen.isFailed ? <ProblemNotice title={m.glossary_round_failed()} problem={seen.problem} /> : null}
          {seen.isEmpty ? (
            <EmptyState
              title={m.glossary_round_empty()}
              action={<LinkButton href={addressIn(glossarySubject, undefined)}>{m.glossary_all_terms()}</LinkButton>}
            />
          ) : null}
          {modeChoice}
          <Button variant="primary" isPending={seen.isBusy} onPress={start}>
            {m.glossary_round_start()}
          </Button>
        </Stack>
      ) : seen.isOver ? (
        <RoundOver total={seen.total} missed={seen.missed} onAgain={start} onLeave={() => actor.send({ type: 'round.left' })} />
      ) : (
        <FillInQuestion actor={actor}>{modeChoice}</FillInQuestion>
      )}
    </Page>
  );
}
