/** Segments: customers by how they stand with the shop. Which there are, who is in one, and the shop's own by form. */
import { useRoute } from 'preact-iso';
import type { Static } from 'typebox';
import type { ApplicationView } from '../../../../src/contract/applications/application-admin-contract.ts';
import type { SegmentList } from '../../../../src/contract/customers/segment-contract.ts';
import type { CustomerView } from '../../../../src/contract/customers/customer-contract.ts';
import { change } from '../../call.ts';
import { useSchemas } from '../../forms/form-schemas.ts';
import { SchemaForm } from '../../forms/schema-form.tsx';
import { AllowedLink } from '../../parts/allowed-link.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import { type Column, Listing, Rows } from '../../parts/lists/listing.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { applicationPath, segmentsPath } from '../../paths.ts';
import { at, may } from '../../session.ts';
import { schemaOf } from '../settings/settings-sections.ts';
import { customerColumns } from './customer-columns.tsx';
import { conditionWords } from './segment-words.ts';

type Segments = Static<typeof SegmentList>;
type Segment = Segments['items'][number];

const columns: readonly Column<Segment>[] = [
  { name: 'Name', show: ({ name }) => name },
  { name: 'Conditions', show: ({ conditions }) => conditionWords(conditions) },
  { name: 'Made by', show: ({ is_own }) => (is_own ? 'This shop' : 'Cartwright') },
];

/** They are settings of the shop, and saved as such: only what was changed, only on the version that was shown. */
const OwnSegments = ({ again }: { readonly again: () => void }) => {
  const settings = useRead<ApplicationView>(applicationPath);
  const schemas = useSchemas();
  return (
    <Panel title="This shop’s own">
      <Answered asked={settings}>
        {({ segments, version }) => (
          <Answered asked={schemas}>
            {({ settings: schema }) => (
              <SchemaForm
                name="settings"
                key={version}
                schema={schemaOf(schema, ['segments'])}
                value={{ segments }}
                isLocked={!may('company/settings/write')}
                save={async (body) => {
                  await change('PATCH', applicationPath, 'Segments saved', { body, onlyOn: version });
                  settings.again();
                  again();
                }}
              />
            )}
          </Answered>
        )}
      </Answered>
    </Panel>
  );
};

export const SegmentsPage = () => {
  const asked = useRead<Segments>(segmentsPath);
  return (
    <RoomPage
      room="Customers"
      about="Groups that customers are in by what they did: who has ordered often, who has not come for long. Offers, price lists and exemptions from tax can be for a segment."
    >
      <Panel title="Segments">
        <Answered asked={asked}>
          {({ items }) => (
            <Rows
              label="Segments"
              rows={items}
              columns={columns}
              to={({ slug }) => at(`/customers/segments/${slug}`)}
            />
          )}
        </Answered>
      </Panel>
      {may('company/settings/read') && <OwnSegments again={asked.again} />}
    </RoomPage>
  );
};

const lowered = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

export const SegmentPage = () => {
  const { slug = '' } = useRoute().params;
  const asked = useRead<Segments>(segmentsPath);
  const named = (items: readonly Segment[]): Segment | undefined => items.find((one) => one.slug === slug);
  return (
    <Answered asked={asked}>
      {({ items }) => (
        <Page
          title={named(items)?.name ?? slug}
          back={{ to: at('/customers/segments'), name: 'Segments' }}
          about={`Customers by this condition: ${lowered(conditionWords(named(items)?.conditions ?? {}))}.`}
          acts={
            <AllowedLink permission="company/price_rules/write" to="/offers/new" quiet>
              Make an offer
            </AllowedLink>
          }
        >
          <Listing<CustomerView>
            label="Who is in it"
            path={`${segmentsPath}/${encodeURIComponent(slug)}/customers`}
            columns={customerColumns}
            to={({ user_id }) => at(`/customers/${encodeURIComponent(user_id)}`)}
            emptyTitle="Nobody is in it now"
            empty="Customers come in by themselves, as soon as the condition is true of them."
          />
        </Page>
      )}
    </Answered>
  );
};
