import { useState } from 'react';
import { profile } from '../../../contract/profile.ts';
import { type School, type SchoolUses, schools } from '../../../contract/schools.ts';
import { m } from '../../paraglide/messages.js';
import { whichSchool } from '../../services/schools/schools.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconX } from '../../ui/icons.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';
import Removal from '../shell/Removal.tsx';
import { type Command, useCommand } from '../useCommand.ts';

/** The answer to the question when the accounts are deactivated instead of moved. */
const nowhere = 'none';

type Closing = Command<School, School, SchoolUses>;

/** Closes a school, with what that concerns in numbers, and Undo. The answer to its question is the school that its people move to. */
export function useSchoolClosing(say: (text: string) => void, refresh: () => void): Closing {
  const { send } = useApp();
  const { userPuid: user_puid } = useUser();
  return useCommand(
    'schoolClosing',
    (school: School, { signal, answer }) =>
      send(schools.closeSchool, { ...whichSchool(user_puid, school), move_to: answer === nowhere ? null : Number(answer) }, { signal }),
    {
      question: { count: (school, { signal }) => send(schools.schoolUses, whichSchool(user_puid, school), { signal }) },
      undo: (school, { signal }) => send(schools.reopenSchool, whichSchool(user_puid, school), { signal }),
      announce: { done: ({ name }) => m.schools_closed_now({ name }) },
      onDone: refresh,
      onUndone: ({ name }) => {
        say(m.schools_reopened({ name }));
        refresh();
      },
    },
  );
}

/** Opens a closed school again. */
export function useSchoolReopening(say: (text: string) => void, refresh: () => void): Command<School, School> {
  const { send } = useApp();
  const { userPuid: user_puid } = useUser();
  return useCommand(
    'schoolReopening',
    (school: School, { signal }) => send(schools.reopenSchool, whichSchool(user_puid, school), { signal }),
    {
      onDone: ({ name }) => {
        say(m.schools_reopened({ name }));
        refresh();
      },
    },
  );
}

/** The question before a school is closed, and Undo after it. */
export function SchoolClosing({ command }: { command: Closing }) {
  const { order } = command;
  return <Question key={order?.school_id} command={command} school={order} />;
}

function Question({ command, school }: { command: Closing; school: School | undefined }) {
  const { send } = useApp();
  const { districtID, userPuid } = useUser();
  const [target, setTarget] = useState(nowhere);
  const { data } = useCollection((signal) =>
    send(profile.allSchools, { district_id: school?.district_id ?? districtID, logged_in_user_puid: userPuid }, { signal, quiet: true }),
  );
  const others = (data ?? []).filter(({ school_id }) => school_id !== school?.school_id);
  return (
    <Removal
      command={{ ...command, confirm: () => command.confirm(target) }}
      name={school?.name ?? ''}
      question={{ title: m.schools_close_title, confirm: m.schools_close }}
      done={m.schools_closed_now}
      hint={m.schools_close_undo}
      consequences={(uses) => (
        <Stack gap={4}>
          <Uses {...uses} isRostered={Boolean(school?.sourced_id)} />
          <NativeSelect
            label={m.schools_move()}
            placeholder={m.schools_move_nowhere()}
            value={target}
            options={[
              { key: nowhere, label: m.schools_move_nowhere() },
              ...others.map(({ school_id, name }) => ({ key: String(school_id), label: m.schools_move_to({ name }) })),
            ]}
            isDisabled={command.isSaving}
            onChange={(key) => {
              setTarget(key);
              command.edit();
            }}
          />
        </Stack>
      )}
    />
  );
}

function Uses({ students, teachers, administrators, classes, assignments, isRostered }: SchoolUses & { isRostered: boolean }) {
  return (
    <>
      <Text>
        {m.schools_close_people({
          students: formatNumber(students),
          teachers: formatNumber(teachers),
          administrators: formatNumber(administrators),
        })}
      </Text>
      <Text>{m.schools_close_classes({ classes: formatNumber(classes), assignments: formatNumber(assignments) })}</Text>
      {isRostered ? <Text>{m.schools_close_rostered()}</Text> : null}
      <Text tone="soft">{m.schools_close_keeps()}</Text>
    </>
  );
}

/** Why a school could not be reopened. */
export function ReopeningNotice({ order, problem, dismiss }: Command<School, School>) {
  return problem ? (
    <Notice
      tone="error"
      title={m.schools_reopen_failed({ name: order?.name ?? '' })}
      action={<IconButton icon={IconX} size="small" label={m.ui_dismiss()} onPress={dismiss} />}
    >
      {problemText(problem)}
    </Notice>
  ) : null;
}
