/** Who is in which segment, and why. */
import { type Static, Type } from 'typebox';
import { amountOrNull, flag, listOf, numberOrNull, part, sentence, textOrNull } from '../answer-fields.ts';
import { ApplicationPath } from '../applications/application-admin-contract.ts';
import { SegmentConditions, segmentSlug } from '../applications/segment-settings-contract.ts';

export const SegmentPath = Type.Object({ ...ApplicationPath.properties, slug: segmentSlug });

export const SegmentList = part('SegmentList', 'Every segment there is, those that every application has included.', {
  items: listOf(
    part('SegmentView', 'A segment.', {
      slug: Type.String(),
      name: Type.String(),
      group: sentence('The group as which offers name it.'),
      conditions: SegmentConditions,
      is_own: flag('Whether the application’s settings define it; else every application has it.'),
    }),
    'Segments.',
  ),
});

export const CustomerSegments = part('CustomerSegments', 'Whether a customer is in each segment, and why.', {
  items: listOf(
    part('CustomerSegment', 'A segment and this customer.', {
      slug: Type.String(),
      name: Type.String(),
      is_in: flag('Whether all conditions hold.'),
      checks: listOf(
        part('SegmentCheck', 'One condition.', {
          condition: sentence('Its name.'),
          holds: flag('Whether it does.'),
          value: amountOrNull('What is known of him; null when nothing is, or where groups or tags are compared.'),
          min: numberOrNull('The least; null when there is none.'),
          max: numberOrNull('The most; null when there is none.'),
          one_of: listOf(Type.String(), 'Of which he needs one.'),
          has: textOrNull('The one that he has; null when he has none of them.'),
        }),
        'Every condition.',
      ),
    }),
    'Every segment.',
  ),
});
export type CustomerSegments = Static<typeof CustomerSegments>;
