/** What a listener asks of the live tail of events, and what it is sent. */
import { type Static, Type } from 'typebox';

export const TailQuery = Type.Object({
  kind: Type.Enum(['good', 'bad', 'all'], { default: 'all', description: 'Stored events, refused ones, or both.' }),
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'Name of the event, such as add_to_cart.' }),
  ),
});
export type TailQuery = Static<typeof TailQuery>;

export const TailHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      maxLength: 512,
      description: 'Id of the last message that arrived: what came after it is sent first.',
    }),
  ),
});
