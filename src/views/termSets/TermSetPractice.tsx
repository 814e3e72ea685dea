import { useEffect, useEffectEvent, useState } from 'react';
import type { ItemTerm } from '../../../contract/itemTerm.ts';
import { fillInMachine } from '../../machines/glossary/fillInMachine.ts';
import { m } from '../../paraglide/messages.js';
import { type SetProgress, termSetActors } from '../../services/termSets.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { FillInQuestion, fillInAnnouncements } from '../glossary/FillInQuestion.tsx';
import { ModeChoice } from '../glossary/ModeChoice.tsx';
import { glossaryPrint } from '../glossary/print.screen.ts';
import { RoundOver } from '../glossary/RoundOver.tsx';
import { useFillInFields } from '../glossary/useFillInFields.ts';
import { useUser } from '../hooks.ts';
import type { ResourceViewProps } from '../player/ResourceView.tsx';
import { addressOf } from '../screen.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { languageOf } from '../student/library.ts';
import { useChart } from '../useChart.ts';

interface TermSetPracticeProps
  extends Pick<
    ResourceViewProps,
    'resource' | 'position' | 'isFinished' | 'isPreview' | 'lessonId' | 'groupAssignmentId' | 'onProgress' | 'onHandedIn'
  > {
  /** Those that the reader sees. */
  terms: readonly ItemTerm[];
}

/** Practice with the terms of a set. It is done when each was right once, which the server counts. */
export default function TermSetPractice(props: TermSetPracticeProps) {
  const { language } = usePreferences();
  const { terms, isFinished, isPreview } = props;
  const isEmpty = terms.length === 0;
  // There is nothing to answer, and the lesson goes on.
  const pass = useEffectEvent(props.onHandedIn);
  useEffect(() => {
    if (isEmpty && !isFinished && !isPreview) pass();
  }, [isEmpty, isFinished, isPreview]);
  return isEmpty ? null : <Practice key={language} {...props} />;
}

function Practice({ terms, resource, position, isFinished, isPreview, ...props }: TermSetPracticeProps) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const { language } = usePreferences();
  const [right, setRight] = useState(position);
  const place = {
    user_puid: userPuid,
    item_id: resource.item_id,
    language_id: languageOf(language),
    ...(isPreview
      ? { lesson_id: 0, group_assignment_id: 0, resource_id: 0 }
      : { lesson_id: props.lessonId, group_assignment_id: props.groupAssignmentId ?? 0, resource_id: resource.id }),
  };
  const follow = ({ right_count, percentage_completed }: SetProgress) => {
    setRight(right_count);
    if (isPreview) return;
    if (percentage_completed < 100) props.onProgress(percentage_completed, right_count);
    else if (!isFinished) props.onHandedIn();
  };
  const actor = useChart(fillInMachine, {
    actors: termSetActors(send, place, follow),
    input: { mode: 'type' },
    announce: fillInAnnouncements,
  });
  const seen = useFillInFields(actor);
  const modeChoice = <ModeChoice mode={seen.mode} onChange={(mode) => actor.send({ type: 'mode.changed', mode })} />;
  const start = () => actor.send({ type: 'round.started' });
  return (
    <div lang={language}>
      <Section
        title={m.termSets_practice()}
        lead={isPreview ? m.termSets_preview() : m.termSets_practice_lead()}
        action={
          isPreview ? (
            <LinkButton href={`${addressOf(glossaryPrint)}?set=${resource.item_id}`} isExternal>
              {m.glossary_print()}
            </LinkButton>
          ) : null
        }
      >
        <Stack gap={4}>
          {isPreview ? null : <Text isBold>{m.termSets_progress({ right: Math.min(right, terms.length), total: terms.length })}</Text>}
          {isFinished ? (
            <Notice tone="success" isSaid>
              {m.termSets_done()}
            </Notice>
          ) : null}
          {seen.isChoosing ? (
            <Stack gap={4} align="start">
              {seen.isFailed ? <ProblemNotice title={m.glossary_round_failed()} problem={seen.problem} /> : null}
              {modeChoice}
              <Row>
                <Button variant={isFinished ? 'secondary' : 'primary'} isPending={seen.isBusy} onPress={start}>
                  {isFinished ? m.termSets_again() : right > 0 ? m.termSets_go_on() : m.termSets_start()}
                </Button>
              </Row>
            </Stack>
          ) : seen.isOver ? (
            <RoundOver total={seen.total} missed={seen.missed} onAgain={start} onLeave={() => actor.send({ type: 'round.left' })} />
          ) : (
            <FillInQuestion actor={actor}>{modeChoice}</FillInQuestion>
          )}
        </Stack>
      </Section>
    </div>
  );
}
