import { shell } from '../../../contract/shell.ts';
import { callActor } from '../kit/callActor.ts';
import type { Send } from '../kit/client.ts';

/** The calls of the `hint` chart, for one hint. */
export const hintActors = (send: Send, user_puid: number, overlay_key: string) => ({
  loadHint: callActor<{ isSeen: boolean }>(async ({ signal }) => {
    const all = await send(shell.userOverlay, { user_puid }, { signal, quiet: true });
    return { isSeen: all.some((one) => one.overlay_key === overlay_key && one.is_seen) };
  }),
  putAway: callActor<null>(({ signal }) =>
    send(shell.updateUserOverlay, { user_puid, overlay_key, is_seen: true }, { signal, quiet: true }),
  ),
});
