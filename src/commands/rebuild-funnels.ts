/** `cartwright funnels rebuild`: makes the figures of an application anew from its events. */
import { countEvents } from '../events/funnels/funnel-count.ts';
import { rebuildFigures } from '../events/funnels/funnel-rebuild.ts';
import { Refusal } from '../shared/errors.ts';
import type { Command } from './command.ts';
import { within } from './open-node.ts';

export const funnelsRebuild: Command = {
  name: 'funnels rebuild',
  summary: 'count an application’s events anew',
  about:
    'Empties the figures of an application (funnel, sales, products, carts) and counts all events that are kept once\n' +
    'more. Figures are too low while it runs, and days whose events are no longer kept are gone afterwards. Nodes may go\n' +
    'on serving; interrupted, it is simply run again (docs/behaviour/funnels.md).',
  options: {
    application: { type: 'string', shows: 'ID', meaning: 'whose figures', required: true },
  },
  run: async ({ text, ...input }) => {
    const applicationId = text('application');
    await within({ text, ...input }, async ({ db, now }) => {
      const known = await db.one('select 1 as one from application where id = ?', [applicationId]);
      if (known === undefined) throw new Refusal('application_not_found');
      const events = await rebuildFigures(db, applicationId);
      input.print(`${events.toLocaleString('en')} events to count again`);
      let counted = 0;
      for (let step = await countEvents(db, now()); step > 0; step = await countEvents(db, now())) counted += step;
      input.print(`${counted.toLocaleString('en')} counted here; what is missing, other nodes counted`);
    });
  },
};
