/** Reads an address of PostgreSQL as the driver does, without connecting. */
import { Client } from 'pg';

/** Where it leads, for a person: never the user or the password. undefined when it cannot be read. */
export const postgresPlace = (url: string): string | undefined => {
  try {
    const { host, port } = new Client({ connectionString: url });
    return host.startsWith('/') ? host : `${host}:${port}`;
  } catch {
    return undefined;
  }
};
