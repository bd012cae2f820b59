/** The rows of offers, as statements that a batch can carry. */
import type { Statement } from '../db/database.ts';
import { codeOf, folded, type Offer, record, scheduleOf, textOf } from './offer.ts';
import { readSchedule } from './rules/schedule-rules.ts';

const titleOf = ({ kind, definition }: Offer): string => {
  const shown = record(definition.display_meta);
  return folded(textOf(kind === 'promotion' ? shown.name : shown.title));
};
const flag = (value: unknown): number => (value === true ? 1 : 0);

const columnsOf = (offer: Offer) => {
  const { definition, life, reason } = offer;
  const { start, end } = readSchedule(scheduleOf(definition));
  const state = record(definition.state);
  return {
    kind: offer.kind,
    state: offer.state,
    is_archived: flag(offer.isArchived),
    version: offer.version,
    type: textOf(offer.kind === 'promotion' ? definition.promotion_type : definition.type_slug),
    offer_group: textOf(definition.promo_group),
    code: folded(codeOf(offer)),
    title: titleOf(offer),
    is_public: flag(state.is_public),
    is_display: flag(state.is_display),
    starts_at: start,
    ends_at: end,
    created_at: life.created.at,
    modified_at: life.modified.at,
    created_by: life.created.by,
    reviewed_by: life.reviewed?.by ?? null,
    reviewed_at: life.reviewed?.at ?? null,
    approved_at: life.approved?.at ?? null,
    document: JSON.stringify({ definition, life, reason }),
  };
};

export const insertOffer = (applicationId: string, offer: Offer): Statement => {
  const columns = columnsOf(offer);
  const names = Object.keys(columns);
  return {
    sql: `insert into offer (application_id, id, ${names.join(', ')}) values (?, ?, ${names.map(() => '?').join(', ')})`,
    params: [applicationId, offer.id, ...Object.values(columns)],
  };
};

/** Guard `offer_row`: nobody changed it since it was read. */
export const updateOffer = (applicationId: string, before: Offer, after: Offer): Statement => {
  const columns = columnsOf(after);
  const names = Object.keys(columns);
  return {
    sql: `update offer set ${names.map((name) => `${name} = ?`).join(', ')}
      where application_id = ? and id = ? and version = ?`,
    params: [...Object.values(columns), applicationId, before.id, before.version],
    guard: { name: 'offer_row', rows: 1 },
  };
};

export const deleteOffer = (applicationId: string, { id, version }: Offer): Statement => ({
  sql: 'delete from offer where application_id = ? and id = ? and version = ?',
  params: [applicationId, id, version],
  guard: { name: 'offer_row', rows: 1 },
});

/** Once in every batch that changes what pricing reads: nodes see that their compiled index is old. */
export const raiseOfferVersion = (applicationId: string): Statement => ({
  sql: `insert into offer_version (application_id, version) values (?, 1)
        on conflict (application_id) do update set version = offer_version.version + 1`,
  params: [applicationId],
});

/** Guard `offer_code`: no other offer of the application has this code. */
export const claimCode = (applicationId: string, offerId: string, code: string, at: number): Statement => ({
  sql: `insert into offer_code (application_id, code, offer_id, is_bulk, shown, created_at) values (?, ?, ?, 0, ?, ?)
        on conflict (application_id, code) do nothing`,
  params: [applicationId, folded(code), offerId, code, at],
  guard: { name: 'offer_code', rows: 1 },
});

export const freeCode = (applicationId: string, offerId: string, code: string): Statement => ({
  sql: 'delete from offer_code where application_id = ? and code = ? and offer_id = ?',
  params: [applicationId, folded(code), offerId],
});
