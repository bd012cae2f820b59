import { applicationAdd, companyAdd, operatorAdd, organizationAdd } from './add-commands.ts';
import type { Command } from './command.ts';
import { doctor } from './doctor.ts';
import { env } from './env.ts';
import { keyRotate, keyStatus } from './key-commands.ts';
import { migrateCommand } from './migrate.ts';
import { openapi } from './openapi.ts';
import { serve } from './serve.ts';

export const commands: readonly Command[] = [
  serve,
  migrateCommand,
  organizationAdd,
  companyAdd,
  applicationAdd,
  operatorAdd,
  env,
  doctor,
  keyStatus,
  keyRotate,
  openapi,
];
