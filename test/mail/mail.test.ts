/** Letters: queued with what they are about, sealed while they wait, sent by a real SMTP conversation, tried again. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { createMetrics } from '../../src/http/watch/metrics.ts';
import { letterPost } from '../../src/mail/letter-post.ts';
import { letterOf } from '../../src/mail/letters.ts';
import { demoCustomers } from '../../src/demo/demo-people.ts';
import { addressOf } from '../../src/demo/month/plan-visits.ts';
import { afterProblem } from '../../src/mail/mail-rules.ts';
import { hasMailbox, queueLetter } from '../../src/mail/mail-statements.ts';
import { sweepMail } from '../../src/mail/mail-store.ts';
import { sendDue } from '../../src/mail/mail-worker.ts';
import { smtpSender } from '../../src/mail/smtp.ts';
import { countEvents } from '../../src/events/funnels/funnel-count.ts';
import { orderPost } from '../../src/order-post.ts';
import { writeOrderLetter } from '../../src/orders/letters/order-letters.ts';
import { signedIn } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { address, fill, onDelivery, openOrderServer } from '../orders/order-server.ts';
import { openSmtp } from './smtp-double.ts';

test('a mail server that says never ends a letter, one that says later or nothing does not, for two days', () => {
  const mail = { attempts: 1, created_at: 0 };
  const after = (code: number | null, now: number, attempts = 1) =>
    afterProblem({ ...mail, attempts }, { code, sentence: 'x'.repeat(1000) }, now, 1);
  assert.equal(after(550, 0).state, 'failed');
  assert.deepEqual(after(450, 0), { state: 'waiting', dueAt: 30_000, problem: 'x'.repeat(300) });
  assert.equal(after(null, 0, 30).state, 'waiting');
  assert.equal(after(null, 47 * 3_600_000, 30).state, 'failed');
});

test('no mail is queued without a mail server, and an address that is none is refused', () => {
  assert.equal(readConfig({}).smtpUrl, undefined);
  assert.equal(
    readConfig({ CARTWRIGHT_SMTP_URL: 'smtps://u:p@mail.example.com' }).smtpUrl?.hostname,
    'mail.example.com',
  );
  assert.throws(() => readConfig({ CARTWRIGHT_SMTP_URL: 'https://mail.example.com' }), /CARTWRIGHT_SMTP_URL/);
  assert.throws(() => readConfig({ CARTWRIGHT_MAIL_FROM: 'a@b.c\nBcc: d@e.f' }), /CARTWRIGHT_MAIL_FROM/);
  const letter = letterOf('a@example.com', 'Hello', []);
  const tools = { keyring: undefined as never, now: () => 0, random: undefined as never };
  assert.deepEqual(letterPost(tools, false)({ kind: 'test', organizationId: 'o', letter }), []);
});

test('a subject is one line, and what a shop names itself is text in the markup', () => {
  const letter = letterOf('a@example.com', 'Shop\r\nBcc: x@example.com', [
    { text: '<script>', link: 'https://e.com/"' },
  ]);
  assert.equal(letter.subject, 'Shop Bcc: x@example.com');
  assert.ok(!letter.html.includes('<script>') && letter.html.includes('&lt;script&gt;'));
});

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  const smtp = await openSmtp();
  after(async () => {
    await server.close();
    await smtp.close();
  });
  const { shop, app } = server;
  const { node } = shop;
  const send = smtpSender({ url: smtp.url, from: 'Shop <shop@example.com>' });
  const sendAll = async () => {
    const metrics = createMetrics();
    while ((await sendDue({ node, metrics, send, chance: () => 1 })) > 0);
  };
  const queue = (id: string) =>
    node.db.commit(
      queueLetter(node.keyring, {
        id,
        kind: 'test',
        organizationId: shop.organizationId,
        letter: letterOf(`${id}@example.com`, 'Hello', [{ text: 'Hello' }]),
        at: node.now(),
      }),
    );
  const states = async () =>
    (await node.db.all<{ state: string }>('select state from mail order by created_at, id')).map(({ state }) => state);

  test('an invitation is a letter, and what it says is gone once it is sent', async () => {
    const owner = await signedIn(app, node, shop, 'owner');
    const url = `/service/platform/configuration/v1.0/organization/${shop.organizationId}/operator`;
    const invited = await owner({ method: 'POST', url, payload: { email: 'new@example.com', role: 'viewer' } });
    assert.equal(invited.statusCode, 201, invited.body);
    const token = new URL(invited.json<{ link: string }>().link).searchParams.get('token') ?? '';
    assert.ok(!(await node.dump()).includes(token));
    await sendAll();
    const [letter] = smtp.letters;
    assert.match(letter?.to ?? '', /new@example\.com/);
    assert.ok((letter?.data ?? '').replaceAll('=\n', '').includes(token));
    assert.deepEqual(await node.db.all(`select owner from sealed_value where owner like 'mail/%'`), []);
    assert.deepEqual(await states(), ['sent']);
  });

  test('a server that is busy is asked again later; one that refuses is not, and after a month nothing is left', async () => {
    await queue('later');
    smtp.answer('450 busy');
    await sendAll();
    const waiting = await node.db.one<{ state: string; problem: string }>(
      `select state, problem from mail where id = 'later'`,
    );
    assert.equal(waiting?.state, 'waiting');
    assert.match(waiting?.problem ?? '', /450/);
    node.clock.at += 30_000;
    await sendAll();
    await queue('never');
    smtp.answer('550 5.1.1 <never@example.com>: Recipient rejected, user never is unknown');
    await sendAll();
    const [failed] = await node.db.all<{ problem: string }>(`select problem from mail where id = 'never'`);
    assert.match(failed?.problem ?? '', /5\.1\.1 .*Recipient rejected/);
    assert.doesNotMatch(failed?.problem ?? '', /never/, 'whom the server did not know stands nowhere');
    const ends = await node.db.all<{ id: string; state: string }>(
      `select id, state from mail where id in ('later', 'never') order by id`,
    );
    assert.deepEqual(ends, [
      { id: 'later', state: 'sent' },
      { id: 'never', state: 'failed' },
    ]);
    await queue('nobody-sends-any-more');
    assert.equal(await sweepMail(node.db, node.clock.at + 31 * 86_400_000), 4);
    assert.deepEqual(await node.db.all(`select owner from sealed_value where owner like 'mail/%'`), []);
  });

  test('a letter behind slow ones is sent once, whichever node comes to it first', async () => {
    const ids = ['one', 'two', 'three', 'four', 'five', 'six'];
    for (const id of ids) await queue(id);
    const sent: string[] = [];
    const tools = { node, metrics: createMetrics(), chance: () => 1 };
    const quick = async ({ to }: { readonly to: string }) => void sent.push(to);
    await sendDue({
      ...tools,
      send: async (letter) => {
        await quick(letter);
        node.clock.at += 30_000;
        await sendDue({ ...tools, send: quick });
      },
    });
    assert.deepEqual(sent.toSorted(), ids.map((id) => `${id}@example.com`).toSorted());
    await sweepMail(node.db, node.clock.at + 31 * 86_400_000);
  });

  test('the made-up people of the demo shop are written nothing, whatever becomes of their orders', async () => {
    const post = orderPost({ node, chance: () => 1, onFailure: () => undefined });
    await shop.sell(1, [{ quantity: 1000, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
    const count = async () => (await node.db.one<{ n: number }>('select count(*) as n from mail'))?.n;
    const before = await count();
    const buyer = server.visitor();
    await fill(buyer, 1, 1);
    const { email } = addressOf(0);
    assert.equal(
      (await buyer('POST', '/v1.0/checkout', { ...onDelivery, delivery_address: { ...address, email } })).status,
      200,
    );
    while ((await countEvents(node.db, node.now())) > 0);
    while ((await post.step()) > 0);
    assert.equal(await count(), before);
    const people = [...Array(24).keys()].map((person) => addressOf(person).email);
    const customers = demoCustomers(0).flatMap(({ profile }) => (profile.emails ?? []).map((one) => one.email));
    assert.ok(customers.length > 0);
    for (const to of [...people, ...customers]) assert.equal(hasMailbox(to), false, to);
    for (const to of ['asha@example.com', 'a@invalid.de', 'invalid@shop.de']) assert.equal(hasMailbox(to), true, to);
  });

  test('who ordered is written to once, however often the event comes by', async () => {
    await shop.sell(1, [{ quantity: 1000, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
    const post = orderPost({ node, chance: () => 1, onFailure: () => undefined });
    await post.step();
    const shopper = server.visitor();
    await fill(shopper, 1, 2);
    const order = { ...onDelivery, delivery_address: { ...address, email: 'asha@example.com' } };
    const answer = await shopper('POST', '/v1.0/checkout', order);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    while ((await countEvents(node.db, node.now())) > 0);
    while ((await post.step()) > 0);
    smtp.letters.length = 0;
    await sendAll();
    assert.equal(smtp.letters.length, 1);
    assert.match(smtp.letters[0]?.to ?? '', /asha@example\.com/);
    assert.ok(smtp.letters[0]?.data.includes(String(answer.body['order_id'])));
    assert.deepEqual(await states(), ['sent']);
  });

  test('nobody is written to without end by guests who say that he ordered; a customer is', async () => {
    const written = async (buyer: ReturnType<typeof server.visitor>, email: string): Promise<number> => {
      await fill(buyer, 1, 1);
      const delivery_address = { ...address, email };
      const ordered = await buyer('POST', '/v1.0/checkout', { ...onDelivery, delivery_address });
      const id = String(ordered.body['order_id']);
      const count = async () => (await node.db.one<{ n: number }>('select count(*) as n from mail'))?.n ?? 0;
      const before = await count();
      for (let at = 0; at < 35; at += 1) {
        await writeOrderLetter(node, {
          application_id: shop.applicationId,
          id: `${id}-${at}`,
          slug: 'application/order/shipped/v1',
          sequence_key: `order/${id}`,
        });
      }
      return (await count()) - before;
    };
    assert.equal(await written(server.visitor(), 'victim@example.com'), 30);
    assert.equal(await written(server.visitor(), '"V" <Victim+2@example.com>'), 0, 'another guest, the same mailbox');
    assert.equal(await written(await server.customer('asha'), 'victim@example.com'), 35);
    node.clock.at += 86_400_000;
    assert.equal(await written(server.visitor(), 'victim@example.com'), 30, 'the next day');
  });
});
