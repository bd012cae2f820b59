/** An offer as the API takes it, read and written at one place: what a form does not show stays as it was. Pure. */
export type Json = Readonly<Record<string, unknown>>;
export type Path = readonly (string | number)[];

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const record = (value: unknown): Json => (isObject(value) ? value : {});
export const rows = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(record) : []);
export const words = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const member = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(String(name))
    : undefined;

export const valueAt = (body: unknown, path: Path): unknown => path.reduce(member, body);
export const textAt = (body: unknown, path: Path): string => {
  const value = valueAt(body, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
export const numberAt = (body: unknown, path: Path): number | undefined => {
  const value = valueAt(body, path);
  return typeof value === 'number' ? value : undefined;
};

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;
const isNothing = (value: unknown): boolean => value === undefined || isEmpty(value);

/** 0 and −1 are how the interface says without limit; a name with nothing behind it, as of a payment mode, is one that was chosen. */
const says = (value: unknown): boolean => {
  if (typeof value === 'number') return value > 0;
  if (typeof value !== 'object' || value === null) return Boolean(value);
  return Object.values(value).some((one) => says(one) || isEmpty(one));
};
/** Whether anything is said at any of these places. */
export const isSaidAt = (body: unknown, paths: readonly Path[]): boolean =>
  paths.some((path) => says(valueAt(body, path)));

/** The same with another value there; what becomes empty by that is taken out with it. */
export const withValue = <T>(body: T, [name, ...rest]: Path, value: unknown): T => {
  if (name === undefined) return value as T;
  const next = withValue<unknown>(member(body, name), rest, value);
  if (typeof name === 'number' || Array.isArray(body)) {
    const list = Array.isArray(body) ? (body as readonly unknown[]) : [];
    return (Number(name) < list.length ? list.map((one, at) => (at === name ? next : one)) : [...list, next]) as T;
  }
  const others = Object.entries(record(body)).filter(([other]) => other !== name);
  return Object.fromEntries(isNothing(next) ? others : [...others, [name, next]]) as T;
};
