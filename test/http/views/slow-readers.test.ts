/** An answer that is on its way stays as it was said, whatever becomes of the kept one meanwhile. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { anArticle } from '../../catalog/shop.ts';
import { forEachEngine } from '../../databases.ts';
import { openKeptShop, paths } from './kept-shop.ts';

const CHANGES = 5;
/** Each stops at another place of its last answer. */
const READERS = 8;
/** A write that the system did not take at once is not taken later either, because nobody reads; so many turns are plenty. */
const TURNS = 10;
const BEGINS = 'http.server.request.start';

type Told = { readonly tag: string; readonly body: string };

/** Every answer in what came over one connection, in order. */
const answersIn = (bytes: Buffer): readonly Told[] => {
  const found: Told[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n\r\n', at) + 4;
    const head = bytes.toString('latin1', at, end);
    at = end + Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    found.push({ tag: /^etag: (.*)$/im.exec(head)?.[1] ?? '', body: bytes.toString('utf8', end, at) });
  }
  return found;
};

/** Asks the same again and again and reads nothing, until an answer stays where it was made. Says how often it asked. */
const askUntilStuck = async (socket: Socket, request: string): Promise<number> => {
  let response: ServerResponse | undefined;
  /** Read anew each time: it is set by who is told of it. */
  const answer = (): ServerResponse | undefined => response;
  const seen = (message: unknown): void => {
    const begun = message as { readonly response: ServerResponse; readonly socket: Socket };
    if (begun.socket.remotePort === socket.localPort) response = begun.response;
  };
  subscribe(BEGINS, seen);
  try {
    for (let asked = 1; ; asked += 1) {
      response = undefined;
      socket.write(request);
      let turns = 0;
      for (; answer()?.writableFinished !== true && turns < TURNS; await turn()) {
        if (answer()?.writableEnded === true) turns += 1;
      }
      if (turns === TURNS) return asked;
    }
  } finally {
    unsubscribe(BEGINS, seen);
  }
};

forEachEngine(async (engine) => {
  const { nodes, shoppers } = await openKeptShop(engine);
  after(() => nodes.close());

  describe('kept answers that are read slowly', () => {
    test('say what their tag says, however often the kept one follows meanwhile', async () => {
      const [base] = nodes.bases;
      const headers = { authorization: nodes.authorization, ...shoppers[0] };
      const told = new Map<string, string>();
      /** With so many of each article in stock; always three digits, so that one number fits where another stood. */
      const readWith = async (quantity: number): Promise<void> => {
        const articles = [1, 2, 3].map((item) => ({ uid: anArticle(item).uid, quantity }));
        await nodes.shop.shop.feed('inventory', articles);
        const answer = await fetch(`${base}${paths[0]}`, { headers });
        told.set(answer.headers.get('etag') ?? '', await answer.text());
      };
      for (const quantity of [600, 601, 602]) await readWith(quantity);
      const { host, hostname, port } = new URL(base);
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const request = `GET ${paths[0]} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}`;
      const readers: Socket[] = [];
      const asked: number[] = [];
      // One after the other: who connects and asks nothing for ten seconds is sent away.
      for (let count = 0; count < READERS; count += 1) {
        const reader = connect({ host: hostname, port: Number(port) }).pause();
        readers.push(reader);
        asked.push(await askUntilStuck(reader, `${request}\r\n`));
      }
      const before = await nodes.followed();
      for (let change = 0; change < CHANGES; change += 1) await readWith(603 + change);
      assert.equal((await nodes.followed()) - before, CHANGES);
      for (const [place, reader] of readers.entries()) {
        reader.write(`${request}connection: close\r\n\r\n`);
        const answers = answersIn(Buffer.concat(await reader.toArray()));
        const wrong = answers.flatMap(({ tag, body }, at) => (told.get(tag) === body ? [] : [`${at}: ${tag}`]));
        assert.deepEqual(wrong, []);
        assert.equal(answers.length, (asked[place] ?? 0) + 1);
        assert.equal(new Set(answers.map(({ tag }) => tag)).size, 2);
      }
    });
  });
});
