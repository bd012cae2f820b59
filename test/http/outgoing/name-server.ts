/** A name server over UDP that says of a name what it likes, question by question. */
import { createSocket } from 'node:dgram';

const HEADER = 12;
const [TYPE_A, TTL_0] = [1, 0];

/** After the labels of the one name that is asked about. */
const typeAt = (question: Buffer): number => {
  let at = HEADER;
  while ((question[at] ?? 0) !== 0) at += (question[at] ?? 0) + 1;
  return at + 1;
};

const answerTo = (question: Buffer, address: string | undefined): Buffer => {
  const end = typeAt(question) + 4;
  const answer = Buffer.from(question.subarray(0, end));
  answer.writeUInt16BE(0x8180, 2);
  answer.writeUInt16BE(address === undefined ? 0 : 1, 6);
  for (const count of [8, 10]) answer.writeUInt16BE(0, count);
  if (address === undefined) return answer;
  const record = Buffer.from([0xc0, HEADER, 0, TYPE_A, 0, 1, 0, 0, 0, TTL_0, 0, 4, ...address.split('.').map(Number)]);
  return Buffer.concat([answer, record]);
};

export type NameServer = {
  readonly address: string;
  /** How many questions about IPv4 came. */
  readonly questions: () => number;
  readonly close: () => void;
};

/** `says` is given the number of the question about IPv4; there is no IPv6. */
export const openNameServer = async (says: (number: number) => string): Promise<NameServer> => {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (question, { port, address }) => {
    const isA = question.readUInt16BE(typeAt(question)) === TYPE_A;
    if (isA) asked += 1;
    socket.send(answerTo(question, isA ? says(asked) : undefined), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions: () => asked,
    close: () => void socket.close(),
  };
};
