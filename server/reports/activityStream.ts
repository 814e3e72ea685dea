import type { Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import * as v from 'valibot';
import { reports } from '../../contract/reports.ts';
import { classActivity } from '../areas/reports.ts';
import { Refusal } from '../kit/handler.ts';
import type { Ports } from '../kit/ports.ts';
import type { TokenUser } from '../kit/tokens.ts';

/** How often what is stored is looked at, in ms: within 5 s of an answer it is on the teacher's screen. */
const lookEvery = 2_000;
/** After so many looks without news a sign of life is sent. */
const looksForLife = 5;
/** After so many looks the stream ends, and whoever wants more comes with a fresh token: 4 minutes. */
const looks = 120;

/**
 * `GET …/get_class_activity/stream`: the call of the contract again and again, as server-sent events, each time that it has changed.
 *
 * @param authorise the same as before the call itself
 * @param pause waits so many ms
 */
export function addActivityStream(
  app: Hono,
  ports: Ports,
  authorise: (c: Context) => Promise<TokenUser | undefined>,
  pause: (ms: number) => Promise<unknown> = (ms) => new Promise((over) => setTimeout(over, ms)),
): void {
  const { backend, path, query } = reports.classActivity;
  app.get(`/api/${backend}${path}/stream`, async (c) => {
    const user = await authorise(c);
    const asked = v.safeParse(query, c.req.query());
    if (!asked.success || !user) throw new Refusal(400, 'Check group_assignment_id: must be a whole number');
    const { group_assignment_id } = asked.output;
    const look = async () => {
      const { at: _, ...activity } = await classActivity(group_assignment_id, { ports, user });
      return JSON.stringify(activity);
    };
    let before = await look();
    return streamSSE(c, async (stream) => {
      let id = 1;
      const tell = (activity: string) =>
        stream.writeSSE({ id: String(id++), data: JSON.stringify({ at: new Date(ports.now()).toISOString(), ...JSON.parse(activity) }) });
      try {
        await tell(before);
        for (let count = 1; count < looks && !stream.aborted; count++) {
          await pause(lookEvery);
          if (stream.aborted) return;
          const now = await look();
          if (now !== before) await tell(now);
          else if (count % looksForLife === 0) await stream.write(': still here\n\n');
          before = now;
        }
      } catch (error) {
        // A class that was taken away in between ends the stream; it is no fault.
        if (!(error instanceof Refusal)) ports.report(error, `GET ${path}/stream`);
      }
    });
  });
}
