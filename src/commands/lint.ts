/** `cartwright lint`: says what is wrong with the offers of an application, each with a cart that shows it. */
import { findApplication } from '../applications/application-store.ts';
import { knownArticles } from '../cart/lines/known-articles.ts';
import { createArticleCache } from '../catalog/article-cache.ts';
import { catalogReader } from '../catalog/read-articles.ts';
import { lintApplication } from '../offers/lint/lint-application.ts';
import { Refusal } from '../shared/errors.ts';
import type { Command } from './command.ts';
import { within } from './open-node.ts';

export const lint: Command = {
  name: 'lint',
  summary: 'find mistakes in the offers of a shop',
  about:
    'Looks at the running and coming offers of an application as a set: offers that no cart ever gets, that another always\n' +
    'shadows, pairs whose order decides a price, combinations that leave nothing of a price or\n' +
    'go below a floor, caps and limits that never bind, codes that look alike. Each finding is followed by a cart that shows\n' +
    'it, for promotion/preview. It changes nothing. Ends\n' +
    'with 0 when there is nothing to say, else with 1 (docs/behaviour/offers.md).',
  options: { application: { type: 'string', shows: 'ID', meaning: 'whose offers', required: true } },
  run: (input) =>
    within(input, async (node) => {
      const application = await findApplication(node.db, input.text('application'));
      if (application === undefined) throw new Refusal('application_not_found');
      const catalog = catalogReader(node.db, createArticleCache(node.db, {}));
      const readKnown = knownArticles(catalog, node.now);
      const { findings, not_checked: unchecked, ...figures } = await lintApplication({ node, readKnown }, application);
      for (const { kind, message, witness } of findings)
        input.print(`${kind}: ${message}\n  ${JSON.stringify(witness)}`);
      for (const { name, reason } of unchecked) input.print(`not checked: “${name}”. ${reason}`);
      const { offers_checked: offers, carts_priced: carts, complete } = figures;
      const rest = complete ? '' : ', not all of them';
      input.print(`${offers} offers looked at${rest}, ${carts} carts priced, ${findings.length} findings`);
      return findings.length === 0 ? 0 : 1;
    }),
};
