import { useEffect, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Switch } from '../../ui/Switch.tsx';
import { useNow } from '../hooks.ts';
import { cueOf, isLastSecond, type Moment } from './roomCues.ts';
import { tones } from './tones.ts';

const key = 'orrery.gameSound';

/** Whether games are heard on this device. */
function storedSound(): boolean {
  try {
    return localStorage.getItem(key) === 'on';
  } catch {
    return false;
  }
}

function storeSound(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(key, 'on');
    else localStorage.removeItem(key);
  } catch {
    // Storage is off: the choice lasts until the page is closed.
  }
}

const makeContext = () => new AudioContext();

interface RoomSoundProps extends Moment {
  endsAt: string | null;
}

/** The switch for the sounds of a game, which are off until somebody wants them. */
export function RoomSound(room: RoomSoundProps) {
  const [isOn, setOn] = useState(storedSound);
  const change = (isWanted: boolean) => {
    storeSound(isWanted);
    setOn(isWanted);
  };
  return (
    <>
      <Switch label={m.quizGame_sound()} isSelected={isOn} onChange={change} />
      {isOn ? <Sounds {...room} /> : null}
    </>
  );
}

/** What is heard while the sounds are on. */
function Sounds({ phase, round_no, isRight, endsAt }: RoomSoundProps) {
  const now = useNow(250);
  const left = endsAt === null || phase !== 'asking' ? null : Math.ceil((Date.parse(endsAt) - now) / 1000);
  const [player] = useState(() => tones(makeContext));
  const before = useRef<Moment | null>(null);
  useEffect(() => () => player.close(), [player]);
  useEffect(() => {
    const moment = { phase, round_no, isRight };
    const cue = cueOf(before.current, moment);
    before.current = moment;
    if (cue) player.play(cue);
  }, [player, phase, round_no, isRight]);
  useEffect(() => {
    if (isLastSecond(left)) player.play('second');
  }, [player, left]);
  return null;
}
