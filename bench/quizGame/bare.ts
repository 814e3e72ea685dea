import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

// A bare loop of server-sent events: rooms in memory, no tables, no rules. It sends the product's messages, as many and as large: answers
// that come at once are one message to the board and one to each who answered, and after the last answer everybody hears of the end. With
// `DATABASE_URL`, several of them play the same rooms and tell each other of what comes through PostgreSQL.

interface Room {
  board: ServerResponse | undefined;
  /** Those of this server, by their number in the room. */
  players: Map<number, ServerResponse>;
  round: number;
  /** Those that this server has heard of. */
  answers: number;
  /** Who has answered and not been told yet. */
  untold: ServerResponse[];
  /** Answers that the other servers have not been told of yet. */
  unsaid: number;
}
/** What one server tells the others: the next round, or that many answers. */
interface News {
  from: number;
  room: string;
  round?: number;
  answers: number;
  order: Order;
}
/** How many play in the room, and sizes of the messages. */
interface Order {
  of: number;
  bytes: number;
  board: number;
}

const rooms = new Map<string, Room>();
const roomOf = (name: string): Room => {
  const room = rooms.get(name) ?? { board: undefined, players: new Map(), round: 0, answers: 0, untold: [], unsaid: 0 };
  rooms.set(name, room);
  return room;
};
const idOf = ({ round, answers }: Room) => round * 1000 + answers;
const say = (to: ServerResponse | undefined, room: Room, phase: string, bytes: number) => {
  const event = { last_id: idOf(room), phase, question: { round_no: room.round }, filling: 'x'.repeat(bytes) };
  to?.write(`data: ${JSON.stringify(event)}\nid: ${idOf(room)}\n\n`);
};
function tell(room: Room, players: Iterable<ServerResponse>, phase: string, { bytes, board }: Order): void {
  say(room.board, room, phase, board);
  for (const player of players) say(player, room, phase, bytes);
}
function begin(room: Room, round: number, order: Order): void {
  room.round = round;
  room.answers = 0;
  tell(room, room.players.values(), 'asking', order);
}
function tellOfAnswers(room: Room, order: Order): void {
  const told = room.untold.splice(0);
  if (room.answers < order.of) tell(room, told, 'asking', order);
  else tell(room, room.players.values(), 'revealed', order);
}

const url = process.env.DATABASE_URL;
const database = url ? new pg.Client(url) : undefined;
const channel = 'bare_loop';
/** A connection does one thing at a time. */
let said: Promise<unknown> = Promise.resolve();
function announce(news: Omit<News, 'from'>): void {
  said = said.then(() => database?.query('select pg_notify($1, $2)', [channel, JSON.stringify({ from: process.pid, ...news })]));
}
await database?.connect();
await database?.query(`listen ${channel}`);
database?.on('notification', ({ payload = '' }) => {
  const { from, room: name, round, answers, order } = JSON.parse(payload) as News;
  if (from === process.pid) return;
  const room = roomOf(name);
  if (round !== undefined) return begin(room, round, order);
  room.answers += answers;
  tellOfAnswers(room, order);
});

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const name = searchParams.get('room') ?? '';
  const room = roomOf(name);
  if (pathname === '/board' || pathname === '/player') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (pathname === '/board') room.board = response;
    else room.players.set(Number(searchParams.get('player')), response);
    say(response, room, 'lobby', 0);
    return;
  }
  const [of, bytes, board] = ['of', 'bytes', 'board'].map((key) => Number(searchParams.get(key))) as [number, number, number];
  const order = { of, bytes, board };
  if (pathname === '/next') {
    const round = Number(searchParams.get('round'));
    begin(room, round, order);
    announce({ room: name, round, answers: 0, order });
  } else {
    room.answers++;
    room.untold.push(room.players.get(Number(searchParams.get('player'))) as ServerResponse);
    room.unsaid++;
    if (room.unsaid === 1)
      setImmediate(() => {
        announce({ room: name, answers: room.unsaid, order });
        room.unsaid = 0;
        tellOfAnswers(room, order);
      });
  }
  response.end(JSON.stringify({ data: { last_id: idOf(room), filling: 'x'.repeat(bytes) } }));
});
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`));
