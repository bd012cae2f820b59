/**
 * How many invitations an organization, and one person of it, may be sent in a day. Each is a letter to whatever address was given:
 * whoever may invite could else write to anybody without end, in the name of the installation, and keep letters of other shops waiting.
 */
import { guardFailed, type Statement } from '../../db/database.ts';
import { countToday, untilTomorrowMs } from '../../quotas/daily-count.ts';
import { Refusal } from '../../shared/errors.ts';

const MOST = { organization: 500, person: 10 } as const;
const QUOTA = 'invitations';

/** One more, for the batch of the invitation. */
export const countInvitation = (organizationId: string, operatorId: string, at: number): readonly Statement[] => {
  const counted = [
    { subject: `organization/${organizationId}`, most: MOST.organization },
    { subject: `operator/${operatorId}`, most: MOST.person },
  ];
  return counted.map((one) => countToday({ applicationId: '', quota: QUOTA, ...one }, at));
};

export const withinInvitations = async <T>(now: number, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!guardFailed(error, QUOTA)) throw error;
    throw new Refusal('quota_reached', {
      message: `An organization sends ${MOST.organization} invitations in a day, one person ${MOST.person} of them.`,
      headers: { 'retry-after': String(Math.ceil(untilTomorrowMs(now) / 1000)) },
      cause: error,
    });
  }
};
