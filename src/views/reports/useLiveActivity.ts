import { useEffect } from 'react';
import type { ClassActivity } from '../../../contract/reports.ts';
import type { Configuration } from '../../machines/app/appMachine.ts';
import { liveActivityMachine } from '../../machines/reports/liveActivityMachine.ts';
import { m } from '../../paraglide/messages.js';
import { liveActivityActors } from '../../services/reports/liveActivity.ts';
import type { Tone } from '../../ui/Badge.tsx';
import { useApp } from '../app.ts';
import { useSession } from '../hooks.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';

const announcements = { reports_live_lost: m.reports_live_lost };

interface LiveActivity {
  activity: ClassActivity | null;
  isLive: boolean;
  /** The state of the connection in words. */
  standing: { tone: Tone; text: string };
}

/** Watches the students of an assignment by the `liveActivity` chart, while the page is visible. */
export function useLiveActivity(groupAssignmentId: number): LiveActivity {
  const { send, actor: app } = useApp();
  const session = useSession();
  const access = {
    backend: () => (app.getSnapshot().context.configuration as Configuration).backends.lms,
    token: () => session.getSnapshot().context.token,
  };
  const chart = useChart(liveActivityMachine, {
    actors: liveActivityActors(send, access, groupAssignmentId),
    announce: announcements,
  });
  const { activity, isLive, isBusy, isPaused } = useFields(chart, (snapshot) => ({
    activity: snapshot.context.activity,
    isLive: snapshot.hasTag('live'),
    isBusy: snapshot.hasTag('busy'),
    isPaused: snapshot.hasTag('paused'),
  }));
  useEffect(() => {
    const look = () => chart.send({ type: document.visibilityState === 'visible' ? 'page.shown' : 'page.hidden' });
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [chart]);
  const [tone, text] = isLive
    ? (['success', m.reports_live_now()] as const)
    : isBusy
      ? (['neutral', m.reports_live_connecting()] as const)
      : isPaused
        ? (['neutral', m.reports_live_paused()] as const)
        : (['warning', m.reports_live_lost()] as const);
  return { activity, isLive, standing: { tone, text } };
}
