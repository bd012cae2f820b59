/** What is installed, read from package-lock.json: as a CycloneDX bill of materials, and as a list of licences. Pure. */
import { createHash } from 'node:crypto';

type Locked = {
  /** Of a package that lies in the folder of another's name. */
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};
export type Lock = {
  readonly name: string;
  readonly version: string;
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, Locked>>;
};
export type Component = {
  /** `node_modules/a/node_modules/b`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly integrity: string;
  readonly isForWork: boolean;
  /** Not needed on every machine. */
  readonly isOptional: boolean;
  readonly needs: readonly string[];
};

const FOLDER = 'node_modules/';
const nameOf = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);

export const componentsOf = ({ packages }: Lock): readonly Component[] =>
  Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { name, version = '', license = '', integrity = '', dev = false, optional = false, ...needs }]) => ({
      path,
      name: name ?? nameOf(path),
      version,
      licence: license,
      integrity,
      isForWork: dev,
      isOptional: optional,
      needs: [needs.dependencies, needs.optionalDependencies, needs.peerDependencies].flatMap((all) =>
        Object.keys(all ?? {}),
      ),
    }));

/** A built file of another project that lies in vendor/, by what its page says of it. */
export const vendored = (path: string, page: string): Component => ({
  path,
  name: /package `([^`]+)`/.exec(page)?.[1] ?? '',
  version: /^# \D*([\d.]+)$/m.exec(page)?.[1] ?? '',
  licence: /`, ([\w.-]+): `/.exec(page)?.[1] ?? '',
  integrity: /`(sha512-[^`]+)`/.exec(page)?.[1] ?? '',
  isForWork: false,
  isOptional: false,
  needs: [],
});

/** As Node looks for it: beside the package first, then outside it, one folder after another. */
export const foundFrom = (path: string, name: string, known: ReadonlySet<string>): string | undefined => {
  const there = path === '' ? `${FOLDER}${name}` : `${path}/${FOLDER}${name}`;
  if (known.has(there)) return there;
  return path === '' ? undefined : foundFrom(path.slice(0, Math.max(0, path.lastIndexOf(`/${FOLDER}`))), name, known);
};

const purlOf = ({ name, version }: Pick<Component, 'name' | 'version'>): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** `sha512-…` in base64, as lock files have it, in hexadecimal, as bills have it. */
const hashOf = (integrity: string): { readonly alg: 'SHA-512'; readonly content: string } => ({
  alg: 'SHA-512',
  content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex'),
});

/** The same lock gives the same bytes: no time and no chance is in it. */
export const billOf = (lock: Lock, components: readonly Component[]): Readonly<Record<string, unknown>> => {
  const known = new Set(components.map(({ path }) => path));
  const serial = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  const ref = (path: string): string => (path === '' ? `${lock.name}@${lock.version}` : path);
  const needsOf = (path: string, names: readonly string[]) => ({
    ref: ref(path),
    dependsOn: [...new Set(names.flatMap((name) => foundFrom(path, name, known) ?? []))].toSorted(),
  });
  const own = lock.packages[''] ?? {};
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial.slice(0, 8)}-${serial.slice(8, 12)}-5${serial.slice(13, 16)}-8${serial.slice(17, 20)}-${serial.slice(20, 32)}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': ref(''), name: lock.name, version: lock.version } },
    components: components.map((each) => ({
      type: 'library',
      'bom-ref': each.path,
      name: each.name,
      version: each.version,
      purl: purlOf(each),
      scope: each.isForWork ? 'excluded' : each.isOptional ? 'optional' : 'required',
      hashes: [hashOf(each.integrity)],
      licenses: [/ (OR|AND) /.test(each.licence) ? { expression: each.licence } : { license: { id: each.licence } }],
    })),
    dependencies: [
      needsOf('', [...Object.keys(own.dependencies ?? {}), ...Object.keys(own.optionalDependencies ?? {})]),
      ...components.map(({ path, needs }) => needsOf(path, needs)),
    ],
  };
};

/** How many packages are under each licence, most first. */
export const licencesOf = (components: readonly Component[]): readonly (readonly [string, number])[] =>
  [...Map.groupBy(components, ({ licence }) => licence)]
    .map(([licence, all]) => [licence, all.length] as const)
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
