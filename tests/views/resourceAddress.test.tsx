// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { BrowserRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createActor } from 'xstate';
import { lessonPlayerMachine } from '../../src/machines/player/lessonPlayerMachine.ts';
import type { Player } from '../../src/views/player/playerActor.ts';
import { type ResourceAddress, useAddressed, useResourceAddress } from '../../src/views/player/resourceAddress.ts';
import { stubActors } from '../kit/actors.ts';
import { lessonOf, lessonPlayerModel } from '../machines/lessonPlayer.model.ts';

let address: ResourceAddress;
function Address() {
  address = useResourceAddress();
  return null;
}

beforeEach(() => {
  history.replaceState(null, '', '/player');
  render(<Address />, { wrapper: BrowserRouter });
});

it('the open resource stands in the address of its player', () => {
  act(() => address.write(7, true));
  expect(location.pathname + location.search).toBe('/player?resource=7');
  expect(address.resourceId).toBe(7);
});

it('what loads after Back was pressed leaves the address to the page that the person goes to', () => {
  // The browser is already there; the router is notified a moment later.
  history.replaceState(null, '', '/result');
  act(() => address.write(7, true));
  expect(location.pathname + location.search).toBe('/result');
});

interface FollowedProps extends ResourceAddress {
  player: Player;
}
function Followed({ player, resourceId, write }: FollowedProps) {
  const openId = useSelector(player, ({ context: { lesson, index } }) => lesson?.lesson_resources[index]?.id ?? 0);
  useAddressed(player, { resourceId, write }, openId);
  return null;
}

describe('a lesson of two resources', () => {
  /** Opens a lesson, with what is written into its address. */
  async function open(done: number[], isOrdered: boolean) {
    const { actors, settle } = stubActors(lessonPlayerMachine);
    const input = lessonPlayerModel.inputs?.preview as never;
    const player: Player = createActor(lessonPlayerMachine.provide({ actors: actors as never }), { input }).start();
    onTestFinished(() => void player.stop());
    const written: [resourceId: number, isSame: boolean][] = [];
    const write = (...one: (typeof written)[number]) => void written.push(one);
    await act(async () => settle({ type: 'xstate.done.actor.loadLesson', output: { ...lessonOf(...done), enforce_order: isOrdered } }));
    const { rerender } = render(<Followed player={player} resourceId={0} write={write} />);
    return {
      player,
      written,
      goTo: (resourceId: number) => rerender(<Followed player={player} resourceId={resourceId} write={write} />),
      isSummary: () => player.getSnapshot().hasTag('finished'),
      opened: () => player.getSnapshot().context.index,
    };
  }

  it('follows Back and Forward to each of them, and writes nothing then', async () => {
    const { player, written, goTo, opened } = await open([0, 0], false);
    expect(written).toEqual([[1, true]]);
    goTo(1);
    act(() => player.send({ type: 'resource.opened', index: 1 }));
    expect(written).toEqual([
      [1, true],
      [2, false],
    ]);
    goTo(2);
    for (const resourceId of [1, 2]) {
      goTo(resourceId);
      expect(opened()).toBe(resourceId - 1);
    }
    expect(written).toHaveLength(2);
  });

  it('stays at the first, and says so in the address, while a link may not open the second', async () => {
    const { written, goTo, opened } = await open([0, 0], true);
    goTo(1);
    goTo(2);
    expect(opened()).toBe(0);
    expect(written).toEqual([
      [1, true],
      [1, true],
    ]);
  });

  it('leaves its summary for a resource in the address', async () => {
    const { player, goTo, isSummary, opened } = await open([100, 100], false);
    goTo(1);
    act(() => player.send({ type: 'summary.opened' }));
    expect(isSummary()).toBe(true);
    goTo(2);
    expect(isSummary()).toBe(false);
    expect(opened()).toBe(1);
  });
});
