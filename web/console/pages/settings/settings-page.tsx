/** The settings of the shop, by form: each part is saved by itself. */
import { useState } from 'preact/hooks';
import type { ApplicationView } from '../../../../src/contract/applications/application-admin-contract.ts';
import { Facts } from '../../../ui/facts.tsx';
import { change } from '../../call.ts';
import { useSchemas } from '../../forms/form-schemas.ts';
import { changedOf, flatOf, nestedOf } from '../../forms/patch-rules.ts';
import { SchemaForm } from '../../forms/schema-form.tsx';
import type { Schema } from '../../forms/schema-rules.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Panel } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { clockName, countryName, currencyName } from '../../parts/fields/places.ts';
import { moment } from '../../parts/times.ts';
import { applicationPath } from '../../paths.ts';
import { at, may } from '../../session.ts';
import { SecretsPanel } from './secrets-panel.tsx';
import { type Section, schemaOf, sectionsOf } from './settings-sections.ts';

type SectionProps = {
  readonly section: Section;
  readonly schema: Schema;
  readonly view: ApplicationView;
  readonly again: () => void;
};

/** Most parts stay closed: their forms are made when somebody looks. */
const Part = ({ section, schema, view, again }: SectionProps) => {
  const [isOpen, setOpen] = useState(section.id === 'shop');
  const value = flatOf(view, section.paths);
  return (
    <details class="panel" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>{section.title}</h2>
        <span class="soft">{section.about}</span>
      </summary>
      {section.id === 'tax' && may('company/locations/read') && (
        <p class="form-lead">
          <a href={at('/settings/tax-rates')}>Tax rates by destination</a>
          {may('company/orders/read') && (
            <>
              {' · '}
              <a href={at('/orders/eu-sales')}>Sales in the EU and the threshold of the One Stop Shop</a>
            </>
          )}
        </p>
      )}
      {isOpen && (
        <SchemaForm
          name="settings"
          key={JSON.stringify(value)}
          schema={schemaOf(schema, section.paths)}
          value={value}
          isLocked={!may('company/settings/write')}
          save={async (next) => {
            const body = nestedOf(changedOf(value, next));
            await change('PATCH', applicationPath, `${section.title}: saved`, { body, onlyOn: view.version });
            again();
          }}
        />
      )}
    </details>
  );
};

const Shown = ({ schema, view, again }: Omit<SectionProps, 'section'>) => (
  <div class="columns">
    <div>
      {sectionsOf(schema).map((section) => (
        <Part key={section.id} section={section} schema={schema} view={view} again={again} />
      ))}
      <SecretsPanel view={view} again={again} />
    </div>
    <Panel title="Facts" class="beside">
      <Facts
        of={[
          ['Currency', currencyName(view.currency)],
          ['Country', countryName(view.country)],
          ['Time zone', clockName(view.time_zone)],
          ['Last changed', moment(view.modified_at)],
          ['For programs: the shop’s id', <code>{view.id}</code>],
          ['For programs: the company’s number', view.company_id],
        ]}
      />
    </Panel>
  </div>
);

export const SettingsPage = () => {
  const asked = useRead<ApplicationView>(applicationPath);
  const schemas = useSchemas();
  return (
    <RoomPage room="Settings">
      <Answered asked={asked}>
        {(view) => (
          <Answered asked={schemas}>
            {({ settings }) => <Shown schema={settings} view={view} again={asked.again} />}
          </Answered>
        )}
      </Answered>
    </RoomPage>
  );
};
