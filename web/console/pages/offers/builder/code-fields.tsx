/** What shoppers type: one code for everybody, or many that work once each. */
import { Select, Text } from '../../../parts/field.tsx';
import { numberAt, textAt, withValue } from './body.ts';
import type { Editing } from './sentence-parts.ts';

export const CodeFields = ({ body, set, isLocked }: Editing) => {
  const isBulk = textAt(body, ['coupon_type']) === 'bulk';
  return (
    <fieldset class="code-fields" disabled={isLocked}>
      <Select
        name="Codes"
        value={isBulk ? 'bulk' : 'single'}
        choices={[
          ['single', 'One, for everybody'],
          ['bulk', 'Many, each works once'],
        ]}
        onChange={(value) =>
          set(
            value === 'bulk'
              ? { ...body, code: '', coupon_type: 'bulk', coupon_prefix: 'GIFT-', coupon_counts: 1000 }
              : { ...body, coupon_type: 'single', coupon_counts: 0 },
          )
        }
      />
      {isBulk ? (
        <>
          <Text
            name="They begin with"
            value={textAt(body, ['coupon_prefix'])}
            onChange={(value) => set(withValue(body, ['coupon_prefix'], value.toUpperCase()))}
          />
          <Text
            name="How many"
            type="number"
            value={String(numberAt(body, ['coupon_counts']) ?? '')}
            onChange={(value) => set(withValue(body, ['coupon_counts'], Number(value)))}
          />
        </>
      ) : (
        <Text
          name="Code"
          value={textAt(body, ['code'])}
          onChange={(value) => set({ ...body, code: value.toUpperCase() })}
          placeholder="WELCOME10"
        />
      )}
    </fieldset>
  );
};
