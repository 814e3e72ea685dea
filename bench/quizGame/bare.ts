import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// A bare loop of server-sent events: rooms in memory, no database, no rules. It sends the product's messages, as many and as large: answers
// that come at once are one message to the board and one to each who answered, and after the last answer everybody hears of the end.

interface Room {
  board: ServerResponse | undefined;
  players: ServerResponse[];
  id: number;
  round: number;
  answers: number;
  /** Who has answered and not been told yet. */
  untold: ServerResponse[];
}
const rooms = new Map<string, Room>();
const roomOf = (name: string): Room => {
  const room = rooms.get(name) ?? { board: undefined, players: [], id: 0, round: 0, answers: 0, untold: [] };
  rooms.set(name, room);
  return room;
};
const say = (to: ServerResponse | undefined, { id, round }: Room, phase: string, bytes: number) =>
  to?.write(`data: ${JSON.stringify({ last_id: id, phase, question: { round_no: round }, filling: 'x'.repeat(bytes) })}\nid: ${id}\n\n`);

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const room = roomOf(searchParams.get('room') ?? '');
  const [bytes, ofBoard] = [Number(searchParams.get('bytes')), Number(searchParams.get('board'))];
  const tell = (players: readonly ServerResponse[], phase: string) => {
    say(room.board, room, phase, ofBoard);
    for (const player of players) say(player, room, phase, bytes);
  };
  const tellOfAnswers = () => {
    const told = room.untold.splice(0);
    if (room.answers < room.players.length) return tell(told, 'asking');
    room.id++;
    tell(room.players, 'revealed');
  };
  if (pathname === '/board' || pathname === '/player') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (pathname === '/board') room.board = response;
    else room.players.push(response);
    say(response, room, 'lobby', 0);
    return;
  }
  room.id++;
  if (pathname === '/next') {
    room.round = Number(searchParams.get('round'));
    room.answers = 0;
    tell(room.players, 'asking');
  } else {
    room.answers++;
    if (room.untold.length === 0) setImmediate(tellOfAnswers);
    room.untold.push(room.players[Number(searchParams.get('player'))] as ServerResponse);
  }
  response.end(JSON.stringify({ data: { last_id: room.id, filling: 'x'.repeat(bytes) } }));
});
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`));
