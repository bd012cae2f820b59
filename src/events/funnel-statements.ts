/** What forgetting a shopper means to the figures: nothing tells any more which days were his; the counts name nobody and stay. */
import type { Eraser } from './erase-statements.ts';

const marks = (values: readonly string[]): string => values.map(() => '?').join(', ');

export const funnelEraser: Eraser = {
  name: 'funnel_visits',
  statements: ({ applicationId, userIds, anonymousIds }) => {
    const people = [...userIds.map((id) => `u:${id}`), ...anonymousIds.map((id) => `a:${id}`)];
    const owned = [
      ...(userIds.length === 0 ? [] : [`user_id in (${marks(userIds)})`]),
      ...(anonymousIds.length === 0 ? [] : [`anonymous_id in (${marks(anonymousIds)})`]),
    ];
    return [
      {
        sql: `delete from funnel_visit
          where application_id = ? and (person in (${marks(people)}) or actor in (${marks(people)}))`,
        params: [applicationId, ...people, ...people],
      },
      {
        sql: `delete from funnel_owner where application_id = ? and (${owned.join(' or ')})`,
        params: [applicationId, ...userIds, ...anonymousIds],
      },
    ];
  },
};
