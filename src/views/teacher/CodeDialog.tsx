import { useActorRef, useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { lessonCodeMachine } from '../../machines/lessonCode/lessonCodeMachine.ts';
import { m } from '../../paraglide/messages.js';
import { lessonCodeActors } from '../../services/lessonCode.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { useApp } from '../app.ts';
import { formatMoment } from '../dates.ts';
import { useChartMeta, useUser } from '../hooks.ts';
import { copyText } from '../sharing/copyText.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import s from './code.module.css';

const announcements = { teacher_code_copied: m.teacher_code_copied };

/** In two groups of four, as people read and type it. */
const grouped = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ');
/** Where the code is filled in already. */
const addressOf = (code: string) => `${window.location.origin}/account/code?code=${code}`;

interface CodeDialogProps {
  lessonId: number;
  lessonName: string;
  onClose: () => void;
}

/** Makes a code that opens a lesson without an account, as the `lessonCode` chart goes. */
export default function CodeDialog({ lessonId, lessonName, onClose }: CodeDialogProps) {
  const { send, actorOptions } = useApp();
  const { time_zone } = useUser();
  const { language } = usePreferences();
  const logic = useMemo(
    () => lessonCodeMachine.provide({ actors: lessonCodeActors(send, lessonId, time_zone) }),
    [send, lessonId, time_zone],
  );
  const chart = useActorRef(logic, actorOptions);
  useChartMeta(chart, announcements);
  const state = useSelector(chart, (snapshot) => snapshot);
  const [until, setUntil] = useState('');
  const { made, problem } = state.context;
  const copy = async (address: string) => {
    chart.send({ type: (await copyText(address)) ? 'code.copied' : 'copy.failed' });
  };

  return (
    <Dialog title={m.teacher_code_title({ name: lessonName })} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {made ? (
        <Stack align="center">
          <div className={s.code} data-focus="lesson-code" tabIndex={-1}>
            {grouped(made.code)}
          </div>
          <QrCode text={addressOf(made.code)} label={m.teacher_code_picture({ code: grouped(made.code) })} />
          <Text>{m.teacher_code_how()}</Text>
          <Text tone="soft">{m.teacher_code_until({ when: formatMoment(made.expiresAt, language, time_zone) })}</Text>
          {state.matches({ showing: 'uncopied' }) ? <Text>{m.teacher_code_by_hand({ address: addressOf(made.code) })}</Text> : null}
          <Row>
            <Button variant="primary" onPress={() => void copy(addressOf(made.code))}>
              {state.matches({ showing: 'copied' }) ? m.teacher_code_copied() : m.teacher_code_copy()}
            </Button>
            <Button onPress={() => chart.send({ type: 'code.wantedAnew' })}>{m.teacher_code_another()}</Button>
          </Row>
        </Stack>
      ) : (
        <Stack>
          {state.matches({ asking: 'failed' }) ? <ProblemNotice title={m.teacher_code_failed()} problem={problem} /> : null}
          <Text>{m.teacher_code_lead()}</Text>
          <NativeField
            label={m.teacher_code_day()}
            type="date"
            value={until}
            description={m.teacher_code_day_hint()}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
          <Row justify="end">
            <Button variant="primary" isPending={state.hasTag('busy')} onPress={() => chart.send({ type: 'code.requested', until })}>
              {m.teacher_code_make()}
            </Button>
          </Row>
        </Stack>
      )}
    </Dialog>
  );
}
