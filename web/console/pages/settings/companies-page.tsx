/** The companies of the organization and the shops of the one that is looked at: named, renamed, added. */
import { useState } from 'preact/hooks';
import type { CompanyView } from '../../../../src/contract/applications/organization-contract.ts';
import type { ApplicationView } from '../../../../src/contract/applications/application-admin-contract.ts';
import { change } from '../../call.ts';
import { AskAct } from '../../parts/ask-act.tsx';
import { type Column, Listing } from '../../parts/lists/listing.tsx';
import { Panel } from '../../parts/page.tsx';
import { countries, currencies } from '../../parts/fields/places.ts';
import { RoomPage } from '../../parts/room-page.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { countryName, currencyName } from '../../parts/fields/places.ts';
import { dayOf } from '../../parts/times.ts';
import { configurationPath, peoplePath } from '../../paths.ts';
import { at, chooseShop, may, session, shop } from '../../session.ts';

const mayWrite = (): boolean => may('organization/companies/write');

const companyColumns = (again: () => void): readonly Column<CompanyView>[] => [
  {
    name: 'Company',
    show: ({ name, id }) => (
      <>
        {name} <small>No. {id}</small>
      </>
    ),
  },
  { name: 'Since', show: ({ created_at }) => dayOf(created_at) },
  {
    name: 'Do',
    show: ({ id, name: now }) =>
      mayWrite() && (
        <AskAct
          quiet
          ask={`Another name for ${now}`}
          fields={{ name: { name: 'Name', value: now, required: true } }}
          run={async (body) => {
            await change('PATCH', `${peoplePath}/company/${id}`, `${now} is called ${body.name} now`, { body });
            again();
          }}
        >
          Rename
        </AskAct>
      ),
  },
];

/** It opens the shop's settings; one that is newer than the page is not among those to choose from yet. */
const ShopName = ({ id, name }: ApplicationView) =>
  session.applications.some((one) => one.id === id) ? (
    <a href={at('/settings')} onClick={() => chooseShop(id)}>
      {name}
    </a>
  ) : (
    name
  );

const shopColumns: readonly Column<ApplicationView>[] = [
  { name: 'Shop', show: ShopName },
  { name: 'Currency', show: ({ currency }) => currencyName(currency) },
  { name: 'Country', show: ({ country }) => countryName(country) },
  { name: 'Since', show: ({ created_at }) => dayOf(created_at) },
];

const NewCompany = ({ again }: { readonly again: () => void }) => (
  <AskAct
    quiet
    ask="Add a company"
    go="Add it"
    fields={{ name: { name: 'Name', required: true } }}
    run={async (body) => {
      await change('POST', `${peoplePath}/company`, `${body.name} added`, { body });
      again();
    }}
  >
    Add a company
  </AskAct>
);

type Added = { readonly application_token?: string };
const NewShop = ({ tell }: { readonly tell: (token: string) => void }) => (
  <AskAct
    quiet
    ask="Add a shop"
    go="Add it"
    fields={{
      name: { name: 'Name', required: true },
      currency: { name: 'Currency', value: shop.value.currency, choices: currencies() },
      country: { name: 'Country', value: 'IN', choices: countries() },
    }}
    run={async (body) => {
      const added = await change<Added>('POST', `${configurationPath}/application`, `${body.name} added`, { body });
      tell(added.application_token ?? '');
    }}
  >
    Add a shop
  </AskAct>
);

export const CompaniesPage = () => {
  const [token, setToken] = useState('');
  const [round, setRound] = useState(0);
  const again = (): void => setRound(round + 1);
  return (
    <RoomPage room="Settings">
      <ShownOnce name="The token of the new shop" value={token} />
      {token !== '' && <p class="soft">Load the page again to choose the new shop at the top left.</p>}
      <Panel title="Companies" acts={mayWrite() && <NewCompany again={again} />}>
        <Listing<CompanyView>
          key={round}
          label="Companies"
          path={`${peoplePath}/company`}
          columns={companyColumns(again)}
          empty="A company has shops, products and orders of its own."
        />
      </Panel>
      <Panel title="Shops of this company" acts={may('company/settings/write') && <NewShop tell={setToken} />}>
        <Listing<ApplicationView>
          key={token}
          label="Shops"
          path={`${configurationPath}/application`}
          columns={shopColumns}
          empty="A shop sells the products of its company, in its own currency and with its own settings."
        />
      </Panel>
    </RoomPage>
  );
};
