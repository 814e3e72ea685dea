import { classroom } from '../../../contract/classroom.ts';
import { m } from '../../paraglide/messages.js';
import { LinkButton } from '../../ui/Link.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { addressOf } from '../screen.ts';
import { classroomService } from './classroomService.screen.ts';

/** Leads a teacher to the courses at the classroom service, if the district has one. */
export function ToClassroom() {
  const { send } = useApp();
  const { data } = useCollection(
    (signal) => send(classroom.classroomLink, {}, { signal, quiet: true }),
    undefined,
    'collection: classroom service',
  );
  return data?.service ? <LinkButton href={addressOf(classroomService)}>{m.classroom_open({ service: data.service })}</LinkButton> : null;
}
