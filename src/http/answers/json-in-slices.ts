/**
 * JSON of what has no schema to be written by, such as a refusal that shows a whole cart: byte for byte what `JSON.stringify` makes,
 * but long lists in slices, so that nobody waits for all of it, and as bytes, which need not be encoded once more.
 */
import type { FastifyReply } from 'fastify';
import { nextTurn } from '../../shared/slices.ts';

/** Entries of a list that are written in one turn of the loop, and signs: an entry may be large, and very many may be small. */
const A_SLICE = 50;
const MOST_SIGNS = 65_536;
/** How far inside a long list is looked for: an answer, a cart, its parcels, their lines. */
const DEEPEST = 6;

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether there is a list in it that is worth more than one turn. */
export const isLongJson = (value: unknown, depth = 0): boolean => {
  if (!isNested(value) || depth > DEEPEST) return false;
  if (Array.isArray(value) && value.length > A_SLICE) return true;
  return Object.values(value).some((one) => isLongJson(one, depth + 1));
};

type Out = {
  readonly write: (text: string) => void;
  readonly isFull: () => boolean;
  readonly endSlice: () => Promise<void>;
};

const writeList = async (list: readonly unknown[], out: Out): Promise<void> => {
  out.write('[');
  for (const [at, one] of list.entries()) {
    if (at > 0) out.write(',');
    if (out.isFull() || (at > 0 && at % A_SLICE === 0 && isNested(one))) await out.endSlice();
    if (isNested(one)) await writeValue(one, out, 'null');
    else out.write(JSON.stringify(one) ?? 'null');
  }
  out.write(']');
};

const writeMembers = async (value: object, out: Out): Promise<void> => {
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    out.write(`${separator}${JSON.stringify(name)}:`);
    await writeValue(member, out, 'null');
    separator = ',';
  }
  out.write(separator === '{' ? '{}' : '}');
};

const writeValue = async (value: unknown, out: Out, missing: string): Promise<void> => {
  if (!isLongJson(value)) return out.write(JSON.stringify(value) ?? missing);
  if (Array.isArray(value)) return writeList(value, out);
  return writeMembers(value as object, out);
};

export const jsonInSlices = async (value: unknown): Promise<Buffer> => {
  const done: Buffer[] = [];
  let text = '';
  const flush = (): void => {
    done.push(Buffer.from(text));
    text = '';
  };
  const out: Out = {
    write: (more) => {
      text += more;
    },
    isFull: () => text.length >= MOST_SIGNS,
    endSlice: async () => {
      flush();
      await nextTurn();
    },
  };
  await writeValue(value, out, 'null');
  flush();
  return Buffer.concat(done);
};

/** The answer of a route that has long lists inside a list, in slices. It has what its schema has and nothing else. */
export const sentInSlices = async <Answer>(reply: FastifyReply, answer: Answer): Promise<Answer> => {
  if (!isLongJson(answer)) return answer;
  const bytes = await jsonInSlices(answer);
  // The framework takes bytes as well, and says only text. Of what it does not write itself it does not say what it is.
  reply.type('application/json; charset=utf-8').serializer(() => bytes as unknown as string);
  return answer;
};
