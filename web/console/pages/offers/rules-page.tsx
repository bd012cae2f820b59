/** Custom rules: which there are, keeping one by form with its module from a file, trying one. */
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import type { Static } from 'typebox';
import type {
  CustomRuleList,
  CustomRuleTried,
  CustomRuleView,
} from '../../../../src/contract/offers/custom-rule-contract.ts';
import { Notice } from '../../../ui/states.tsx';
import { change } from '../../call.ts';
import { useSchemas } from '../../forms/form-schemas.ts';
import { SchemaForm } from '../../forms/schema-form.tsx';
import { freshOf, type Json, record, type Schema } from '../../forms/schema-rules.ts';
import { Act } from '../../parts/act.tsx';
import { AllowedLink } from '../../parts/allowed-link.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import { base64 } from '../../parts/base64.ts';
import { Field } from '../../parts/field.tsx';
import { type Column, Rows } from '../../parts/lists/listing.tsx';
import { NoRows } from '../../parts/lists/no-rows.tsx';
import { Page, Panel, State } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { rulesPath } from '../../paths.ts';
import { at, may, session } from '../../session.ts';

const writes = 'company/price_rules/write';
const purposes: Readonly<Record<CustomRuleView['purpose'], string>> = {
  discount: 'Discounts',
  tax: 'Taxes',
  shipping: 'Shipping',
};

const columns: readonly Column<CustomRuleView>[] = [
  { name: 'Code', show: ({ code }) => <a href={at(`/offers/rules/${code}`)}>{code}</a> },
  { name: 'Name', show: ({ name }) => name },
  { name: 'For', show: ({ purpose }) => purposes[purpose] },
  { name: 'Runs', show: ({ runs, url }) => (runs === 'call' ? url : 'A module, here') },
  { name: 'State', show: ({ is_active }) => <State of={is_active ? 'active' : 'inactive'} /> },
];

export const RulesPage = () => {
  const asked = useRead<Static<typeof CustomRuleList>>(rulesPath);
  return (
    <RoomPage
      room="Offers"
      about="Rules of your own that work out a discount, a tax or a delivery charge: a program that is asked, or a module that runs here."
      acts={
        <AllowedLink permission={writes} to="/offers/rules/new">
          New rule
        </AllowedLink>
      }
    >
      <Answered asked={asked}>
        {({ items }) =>
          items.length === 0 ? (
            <NoRows label="Custom rules">
              Needed only where the kinds of offers and the tables of taxes and shipping cannot say it. What a rule is
              told and may answer is in the <a href={`${session.base}/guide/behaviour/custom-rules`}>guide</a>.
            </NoRows>
          ) : (
            <Panel title="Custom rules">
              <Rows label="Custom rules" rows={items} columns={columns} />
            </Panel>
          )
        }
      </Answered>
    </RoomPage>
  );
};

/** The module comes from a file; of a rule that is there, its code stays. */
const askedFor = (schema: Schema, isNew: boolean): Schema => {
  const { module: _module, name = {}, ...others } = schema.properties ?? {};
  const members = { name, ...others };
  const code: Schema = {
    type: 'string',
    pattern: '^[a-z0-9][a-z0-9_-]{0,49}$',
    description: 'Offers name the rule by it.',
  };
  if (!isNew) return { ...schema, properties: members };
  return { ...schema, properties: { name, code, ...others }, required: ['code', ...(schema.required ?? [])] };
};

const ModuleFile = ({ put }: { readonly put: (module: string | undefined) => void }) => (
  <Field name="Module" hint="A WebAssembly file of at most 256 KiB.">
    <input
      type="file"
      accept=".wasm,application/wasm"
      disabled={!may(writes)}
      onChange={({ currentTarget: { files } }) => {
        const file = files?.[0];
        if (file === undefined) put(undefined);
        else void base64(file).then(put);
      }}
    />
  </Field>
);

type FormProps = { readonly kept?: CustomRuleView; readonly saved: (rule: CustomRuleView) => void };

const RuleForm = ({ kept, saved }: FormProps) => {
  const [module, setModule] = useState<string | undefined>();
  const save = async (row: Json): Promise<void> => {
    const { code = kept?.code, ...body } = row;
    const sent = { ...body, ...(module === undefined ? {} : { module }) };
    const on = kept === undefined ? {} : { onlyOn: kept.version };
    saved(await change('PUT', `${rulesPath}/${String(code)}`, `Rule ${String(code)} saved`, { body: sent, ...on }));
  };
  const value = ({
    name,
    purpose,
    runs,
    url,
    time_ms,
    keep_seconds,
    fallback,
    last_minutes,
    is_active,
  }: CustomRuleView) => ({
    name,
    purpose,
    runs,
    ...(url === null ? {} : { url }),
    time_ms,
    keep_seconds,
    fallback,
    last_minutes,
    is_active,
  });
  return (
    <Answered asked={useSchemas()}>
      {({ custom_rule: schema }) => (
        <SchemaForm
          name="custom_rule"
          schema={askedFor(schema, kept === undefined)}
          value={kept === undefined ? { code: '', ...record(freshOf(schema)), is_active: true } : value(kept)}
          isLocked={!may(writes)}
          isNew={kept === undefined || module !== undefined}
          {...(kept === undefined && { saveName: 'Add the rule' })}
          save={save}
          more={({ runs }) => runs === 'module' && <ModuleFile put={setModule} />}
        />
      )}
    </Answered>
  );
};

export const NewRulePage = () => {
  const { route } = useLocation();
  const [made, setMade] = useState<CustomRuleView | undefined>();
  return (
    <Page title="New rule" back={{ to: at('/offers/rules'), name: 'Custom rules' }}>
      <ShownOnce name="The secret that signs its calls" value={made?.secret ?? ''} />
      {made === undefined ? (
        <Panel title="The rule">
          <RuleForm
            saved={(rule) => (rule.secret === undefined ? route(at(`/offers/rules/${rule.code}`)) : setMade(rule))}
          />
        </Panel>
      ) : (
        <p>
          <a href={at(`/offers/rules/${made.code}`)}>{made.name}</a> is kept.
        </p>
      )}
    </Page>
  );
};

/** A cart that is small enough to be read. */
const sample = { amount: 12_345, currency: 'INR', exponent: 2, lines: [], customer: { is_guest: true, groups: [] } };

const TryRule = ({ code }: { readonly code: string }) => {
  const [text, setText] = useState(() => JSON.stringify(sample, null, 2));
  const [tried, setTried] = useState<CustomRuleTried | undefined>();
  return (
    <Panel title="Try it">
      <Field name="What it is told">
        <textarea
          rows={10}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Field>
      <Act
        quiet
        run={async () => {
          const body = { input: JSON.parse(text) as object };
          setTried(await change('POST', `${rulesPath}/${code}/try`, 'Rule tried', { body }));
        }}
      >
        Ask the rule
      </Act>
      {tried && (
        <Notice kind={tried.outcome === 'answered' ? 'good' : 'warn'}>
          {tried.outcome === 'answered' ? JSON.stringify(tried.answer) : `${tried.outcome}: ${tried.reason ?? ''}`}
        </Notice>
      )}
    </Panel>
  );
};

export const RulePage = () => {
  const { code = '' } = useRoute().params;
  const { route } = useLocation();
  const asked = useRead<CustomRuleView>(`${rulesPath}/${code}`);
  const remove = async (): Promise<void> => {
    await change('DELETE', `${rulesPath}/${code}`, `Rule ${code} removed`);
    route(at('/offers/rules'));
  };
  return (
    <Answered asked={asked}>
      {(rule) => (
        <Page
          title={rule.name}
          back={{ to: at('/offers/rules'), name: 'Custom rules' }}
          about={rule.module_hash === null ? rule.url : `Module ${rule.module_hash.slice(0, 12)}`}
          acts={
            may(writes) && (
              <Act
                quiet
                isGrave
                ask={`Remove the rule ${code}?`}
                about="Offers that name it take nothing off from then on."
                leave="Keep it"
                run={remove}
              >
                Remove
              </Act>
            )
          }
        >
          <div class="columns">
            <div>
              <Panel title="The rule">
                <RuleForm key={rule.version} kept={rule} saved={asked.again} />
              </Panel>
            </div>
            <div>{may(writes) && <TryRule code={code} />}</div>
          </div>
        </Page>
      )}
    </Answered>
  );
};
