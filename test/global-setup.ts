/** One PostgreSQL for all test files of a run. */
import { dropTemplate } from './databases.ts';
import { startPostgres, whyNoPostgres, type PostgresServer } from './postgres-server.ts';

let server: PostgresServer | undefined;

export const globalSetup = async (): Promise<void> => {
  if (process.env['CARTWRIGHT_TEST_POSTGRES'] !== undefined) return;
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') {
    process.env['CARTWRIGHT_TEST_POSTGRES'] = given;
  } else if (whyNoPostgres() === undefined) {
    server = await startPostgres();
    process.env['CARTWRIGHT_TEST_POSTGRES'] = server.url('postgres');
  }
};

export const globalTeardown = async (): Promise<void> => {
  const url = process.env['CARTWRIGHT_TEST_POSTGRES'];
  if (server !== undefined) await server.stop();
  else if (url !== undefined) await dropTemplate(url);
};
