/** Who is signed in, what he may do, and which shop he is looking at. */
import { computed, signal } from '@preact/signals';
import type { ConsoleSession } from '../../src/contract/applications/console-contract.ts';
import { keptValue } from '../ui/kept-value.ts';

export const session = JSON.parse(document.getElementById('session')?.textContent ?? '{}') as ConsoleSession;

const permissions = new Set(session.operator.permissions);
/** Pages hide what he may not do; the service refuses it in any case. */
export const may = (permission: string): boolean => permissions.has(permission);

export type Shop = ConsoleSession['applications'][number];
const kept = keptValue(`${session.organization.id}/shop`);
const chosen = signal(kept.get());
const none: Shop = { id: '', name: 'No shop yet', company_id: 0, currency: 'INR', time_zone: 'UTC', is_demo: false };

export const shop = computed<Shop>(
  () => session.applications.find(({ id }) => id === chosen.value) ?? session.applications[0] ?? none,
);
export const chooseShop = (id: string): void => {
  kept.set(id);
  chosen.value = id;
};

/** An address of the console, as a browser knows it. */
export const at = (path: string): string => `${session.base}/console${path}`;
