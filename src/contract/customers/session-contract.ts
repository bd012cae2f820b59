/** Who the shopper of an application call is. */
import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../primitives.ts';

const SessionUser = Type.Object({
  _id: Type.String({ description: 'The customer, as `sub` of the customer token names him.' }),
  user_id: Type.String({ description: 'The same as _id.' }),
});

export const Session = Type.Object(
  {
    authenticated: Type.Boolean({ description: 'Whether the call proves a customer.' }),
    user: Nullable(SessionUser),
    anonymous: Type.Boolean({ description: 'Whether the call carries an anonymous token of this application.' }),
    expires_at: Nullable(DateTime),
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;
