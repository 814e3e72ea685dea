import type { LossKind, RosterBrake } from '../../../contract/rostering/job.ts';
import { m } from '../../paraglide/messages.js';
import { Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { roleName } from '../shell/roleName.ts';
import s from './rostering.module.css';

const lossTexts: Readonly<Record<LossKind, (params: { count: string; all: string }) => string>> = {
  students: m.rostering_loss_students,
  staff: m.rostering_loss_staff,
  classes: m.rostering_loss_classes,
  enrollments: m.rostering_loss_enrollments,
};
type Loss = RosterBrake['losses'][number];
const numbersOf = (loss: Loss) => ({ count: formatNumber(loss.count), all: formatNumber(loss.of) });

/** Warns about what an import takes away and whose role rises, before any other change. */
export function Brake({ brake }: { brake: RosterBrake }) {
  const { losses, rises, rise_count } = brake;
  const schoolsOf = (kind: LossKind) => losses.filter((loss) => loss.kind === kind && loss.school !== null);
  const isMuch = losses.some(({ is_much }) => is_much);
  return (
    <>
      {losses.length > 0 ? (
        <Notice tone="error" title={isMuch ? m.rostering_losses_much() : m.rostering_losses()}>
          <ul className={s.losses}>
            {losses
              .filter(({ school }) => school === null)
              .map((loss) => (
                <li key={loss.kind}>
                  <strong>{lossTexts[loss.kind](numbersOf(loss))}</strong>
                  {schoolsOf(loss.kind).length > 0 ? (
                    <ul className={s.losses}>
                      {schoolsOf(loss.kind).map((one) => (
                        <li key={one.school}>
                          {m.rostering_loss_school({ school: one.school || m.rostering_loss_no_school(), ...numbersOf(one) })}
                        </li>
                      ))}
                    </ul>
                  ) : null}
                </li>
              ))}
          </ul>
        </Notice>
      ) : null}
      {rise_count > 0 ? (
        <Notice tone="error" title={m.rostering_rises()}>
          <ul className={s.losses}>
            {rises.map(({ name, user_name: user, from, to }) => (
              <li key={user}>
                {from === null
                  ? m.rostering_rise_new({ name, user, after: roleName(to) })
                  : m.rostering_rise({ name, user, before: roleName(from), after: roleName(to) })}
              </li>
            ))}
          </ul>
          {rise_count > rises.length ? <Text>{m.rostering_more({ count: formatNumber(rise_count - rises.length) })}</Text> : null}
        </Notice>
      ) : null}
    </>
  );
}
