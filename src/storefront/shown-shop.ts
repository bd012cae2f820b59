/** Which application the storefront shows: the first one of the installation whose company has something to sell. */
import type { Node } from '../applications/node.ts';
import { parseSettings } from '../applications/settings.ts';
import type { ApplicationSettings } from '../contract/applications/application-contract.ts';
import type { StorefrontShop } from '../contract/catalog/storefront-contract.ts';
import type { ApplicationCaller } from '../http/caller.ts';
import { demoPaymentSecret, hasDemoSignIn } from '../demo/demo-statements.ts';
import { storefrontToken } from './storefront-token.ts';

type ShownRow = {
  readonly id: string;
  readonly company_id: number;
  readonly organization_id: string;
  readonly token_version: number;
  readonly version: number;
};
type KeptToken = { readonly of: string; readonly token: string };
type SettingsRow = { readonly version: number; readonly settings: string };
type KeptSettings = { readonly of: string; readonly settings: ApplicationSettings };

type Shown = {
  readonly shop: Omit<StorefrontShop, 'base' | 'public_url' | 'words' | 'told'>;
  /** The shop as one who asks for its own pages: never written into one. */
  readonly caller: ApplicationCaller;
};
/** Undefined when there is nothing to show. Asked for every page: a shop that is fed shows up without a restart. */
export type ShownShop = () => Promise<Shown | undefined>;

export const shownShop = (node: Node): ShownShop => {
  let kept: KeptToken | undefined;
  let keptSettings: KeptSettings | undefined;

  /** The token is read again when any token of the application came or went. */
  const tokenOf = async (row: ShownRow): Promise<string> => {
    const of = `${row.id}/${row.token_version}`;
    if (kept?.of === of) return kept.token;
    const place = { organizationId: row.organization_id, companyId: row.company_id, applicationId: row.id };
    const token = await storefrontToken(node, place);
    kept = { of, token };
    return token;
  };

  /** Parsed once per version; those of another version, which came between the two reads, are good for this page alone. */
  const settingsOf = async ({ id, version }: ShownRow): Promise<ApplicationSettings | undefined> => {
    if (keptSettings?.of === `${id}/${version}`) return keptSettings.settings;
    const read = await node.db.one<SettingsRow>('select version, settings from application where id = ?', [id]);
    if (read === undefined) return undefined;
    const settings = parseSettings(read.settings);
    keptSettings = { of: `${id}/${read.version}`, settings };
    return settings;
  };

  return async () => {
    const row = await node.db.one<ShownRow>(
      `select a.id, a.company_id, c.organization_id, a.token_version, a.version
       from application a join company c on c.id = a.company_id
       where exists (select 1 from product p where p.company_id = a.company_id)
       order by a.created_at, a.id limit 1`,
    );
    const settings = row && (await settingsOf(row));
    if (row === undefined || settings === undefined) return undefined;
    const { name, currency, currencies } = settings;
    const application_token = await tokenOf(row);
    const demo_sign_in = await hasDemoSignIn(node.db, row.company_id, settings);
    const demo_payment = (await demoPaymentSecret(node, row.company_id, row.id)) !== undefined;
    const { id: application_id, company_id: companyId, organization_id: organizationId, version } = row;
    return {
      shop: { name, application_id, application_token, version, currency, currencies, demo_sign_in, demo_payment },
      caller: { kind: 'application', applicationId: application_id, companyId, organizationId, settings },
    };
  };
};
