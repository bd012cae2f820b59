/** The VIES REST service on loopback: as much of check-vat-number as is asked of it, in the shapes its reference shows. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Asked = Readonly<Record<'countryCode' | 'vatNumber' | 'requesterMemberStateCode' | 'requesterNumber', string>>;
type Mood = 'answers' | 'unavailable' | 'broken';

export const openVies = async () => {
  const known = new Set<string>();
  const asked: Asked[] = [];
  let mood: Mood = 'answers';
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const question = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Asked;
    asked.push(question);
    const { countryCode, vatNumber, requesterNumber } = question;
    const valid = known.has(`${countryCode}${vatNumber}`);
    const told =
      mood === 'unavailable'
        ? { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }
        : {
            countryCode,
            vatNumber,
            requestDate: '2036-11-17T10:00:00.000Z',
            valid,
            requestIdentifier: requesterNumber === undefined ? '' : `WAPIAAA${asked.length}`,
            name: valid ? 'ACME SARL' : '---',
            address: valid ? '1 RUE' : '---',
            traderNameMatch: 'NOT_PROCESSED',
          };
    response.writeHead(mood === 'broken' ? 500 : 200, { 'content-type': 'application/json' });
    response.end(mood === 'broken' ? 'oops' : JSON.stringify(told));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/check-vat-number`,
    known,
    asked,
    be: (next: Mood) => {
      mood = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
