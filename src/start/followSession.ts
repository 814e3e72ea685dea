import { forgetDrafts, readTab, writeTab } from '../services/kit/tabStorage.ts';
import { ownerOf } from '../services/login/storedSession.ts';
import type { OpenDevice } from './device.ts';
import type { RootActors, SessionActor } from './rootActors.ts';
import type { Services } from './services.ts';

/** One user's messages must not show to the next. */
function forgetMessages({ notices }: RootActors) {
  const { notices: said, problem } = notices().getSnapshot().context;
  for (const { id } of said) notices().send({ type: 'notice.dismissed', id });
  if (problem !== null) notices().send({ type: 'problem.closed' });
}

/** The page requested before sign-in survives a reload, and a sign-in at another site, in this tab. */
function rememberTarget(actor: SessionActor) {
  const kept = readTab('target');
  if (kept !== null)
    void import('../views/public/internalPath.ts').then(({ internalPath }) => {
      const path = internalPath(kept);
      if (path === null || actor.getSnapshot().context.returnTo !== null) return;
      const requested = { type: 'route.requested', path } as const;
      if (actor.getSnapshot().can(requested)) actor.send(requested);
    });
  actor.subscribe((snapshot) => {
    if (snapshot.hasTag('signedIn')) writeTab('target', null);
    else if (snapshot.context.returnTo !== null) writeTab('target', snapshot.context.returnTo);
  });
}

interface Followers {
  actors: RootActors;
  services: Services;
  device: Pick<OpenDevice, 'clearShelf' | 'startWorker'>;
}

/** Keeps each user's data separate: drafts, messages, saved lessons and persisted state. */
export function followSession(actor: SessionActor, { actors, services, device: { clearShelf, startWorker } }: Followers) {
  actor.on('session.started', ({ session: opened }) => {
    forgetDrafts();
    clearShelf(ownerOf(opened.user));
    void services.load().then((ready) => ready.session.share(opened));
  });
  rememberTarget(actor);
  for (const left of ['user.changed', 'session.ended'] as const) {
    actor.on(left, () => {
      const { user } = actor.getSnapshot().context;
      forgetMessages(actors);
      clearShelf(user ? ownerOf(user) : null);
    });
  }
  actor.subscribe((snapshot) => {
    const { user } = snapshot.context;
    const isOwn = (snapshot.hasTag('signedIn') && !snapshot.hasTag('acting')) || snapshot.hasTag('expired');
    if (snapshot.hasTag('signedIn')) startWorker();
    if (isOwn && user) services.loaded()?.persistence.open(ownerOf(user));
    else services.loaded()?.persistence.close();
  });
}
