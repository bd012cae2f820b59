/**
 * How many invitations an organization, and one person of it, may be sent in a day. Each is a letter to whatever address was given:
 * whoever may invite could else write to anybody without end, in the name of the installation, and keep letters of other shops waiting.
 */
import { guardFailed, type Statement } from '../../db/database.ts';
import { Refusal } from '../../shared/errors.ts';

const DAY = 86_400_000;
const MOST = { organization: 500, person: 10 } as const;
const GUARD = 'invitations';

/** One more, for the batch of the invitation; the counts go when the day is over. */
export const countInvitation = (organizationId: string, operatorId: string, at: number): readonly Statement[] => {
  const start = Math.floor(at / DAY) * DAY;
  const counted = [
    { subject: `organization/${organizationId}`, most: MOST.organization },
    { subject: `operator/${operatorId}`, most: MOST.person },
  ];
  return counted.map(({ subject, most }) => ({
    sql: `insert into quota_use (application_id, quota, subject, window_start, used, expires_at)
      values ('', 'invitations', ?, ?, 1, ?)
      on conflict (application_id, quota, subject, window_start) do update set used = quota_use.used + 1
      where quota_use.used < ?`,
    params: [subject, start, start + DAY, most],
    guard: { name: GUARD, rows: 1 },
  }));
};

export const withinInvitations = async <T>(now: number, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!guardFailed(error, GUARD)) throw error;
    throw new Refusal('quota_reached', {
      message: `An organization sends ${MOST.organization} invitations in a day, one person ${MOST.person} of them.`,
      headers: { 'retry-after': String(Math.ceil((DAY - (now % DAY)) / 1000)) },
      cause: error,
    });
  }
};
