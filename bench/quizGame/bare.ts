import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// A bare loop of server-sent events: rooms in memory, no database, no rules. Its messages are as large as the product's.

interface Room {
  board: ServerResponse | undefined;
  players: ServerResponse[];
  id: number;
}
const rooms = new Map<string, Room>();
const roomOf = (name: string): Room => {
  const room = rooms.get(name) ?? { board: undefined, players: [], id: 0 };
  rooms.set(name, room);
  return room;
};
const say = (to: ServerResponse | undefined, id: number, phase: string, round: number, bytes: number) =>
  to?.write(`id: ${id}\ndata: ${JSON.stringify({ last_id: id, phase, question: { round_no: round }, filling: 'x'.repeat(bytes) })}\n\n`);

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const room = roomOf(searchParams.get('room') ?? '');
  const [bytes, ofBoard] = [Number(searchParams.get('bytes')), Number(searchParams.get('board'))];
  if (pathname === '/board' || pathname === '/player') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (pathname === '/board') room.board = response;
    else room.players.push(response);
    say(response, room.id, 'lobby', 0, 0);
    return;
  }
  room.id++;
  if (pathname === '/next') for (const player of room.players) say(player, room.id, 'asking', Number(searchParams.get('round')), bytes);
  say(room.board, room.id, 'asking', Number(searchParams.get('round')), ofBoard);
  response.end(JSON.stringify({ data: { last_id: room.id, filling: 'x'.repeat(bytes) } }));
});
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`));
