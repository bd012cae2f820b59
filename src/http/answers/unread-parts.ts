/**
 * A long answer that is made as it is read, part by part. What of it is at hand counts among the answers that nobody has read yet
 * (limits/unread-answers.ts): hundreds of exports that are read a few bytes at a time would else be gigabytes of this process.
 */
import type { FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** So many bytes of this answer wait to be read, until what this gives is called. */
    waitUnread: (reply: FastifyReply, bytes: number) => () => void;
  }
}

export async function* countedUnread<Part>(
  parts: AsyncIterable<Part>,
  bytesOf: (part: Part) => number,
  wait: (bytes: number) => () => void,
): AsyncGenerator<Part, void> {
  for await (const part of parts) {
    const isRead = wait(bytesOf(part));
    try {
      yield part;
    } finally {
      isRead();
    }
  }
}
